//! Which assistants a skill is installed for.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn the_one_that_is_found_is_used() {
    let world = World::new();
    world.has(".claude");
    assert_snapshot!(world.guild("install greeter"), @r#"
        exit 0
        stdout:
        Installed greeter 1.0.0 in .claude/skills/greeter for Claude Code
          [DIGEST]
        stderr:
        Restart your assistant's session; greeter is then available.
    "#);
    assert!(
        world
            .path("project/.claude/skills/greeter/SKILL.md")
            .is_file()
    );
}

#[test]
fn several_without_a_terminal_are_listed_with_the_flags_to_type() {
    let world = World::new();
    world.has(".claude");
    world.has(".qwen");
    assert_snapshot!(world.guild("install greeter"), @r#"
        exit 2
        stderr:
        error: several assistants are on this machine, and none is named
          cause: found Claude Code, Qwen Code
        hint: name those you mean: `--assistant claude-code --assistant qwen-code`
        hint: or choose once for all: `assistants = ["claude-code"]` in ~/.config/guild/config.toml
    "#);
    world
        .guild("install greeter --assistant claude-code --assistant qwen-code")
        .ok();
    assert!(world.path("project/.claude/skills/greeter").is_dir());
    assert!(world.path("project/.qwen/skills/greeter").is_dir());
    let list = world.guild("list --json").ok().json();
    assert_eq!(list["skills"].as_array().unwrap().len(), 2);
    world.guild("remove greeter").ok();
    assert!(!world.path("project/.qwen/skills/greeter").exists());
}

#[test]
fn several_that_share_one_folder_leave_nothing_to_ask() {
    let world = World::new();
    world.has(".codex");
    world.has(".cursor");
    let run = world.guild("install greeter").ok();
    assert!(run.stdout.contains("for Codex, Cursor"), "{run}");
}

#[test]
fn the_settings_file_chooses_once_for_all() {
    let world = World::new();
    world.has(".claude");
    world.has(".qwen");
    world.write(
        "home/.config/guild/config.toml",
        "assistants = [\"qwen-code\"]\n",
    );
    world.guild("install greeter").ok();
    assert!(world.path("project/.qwen/skills/greeter").is_dir());
    assert!(!world.path("project/.claude").exists());
}

#[test]
fn an_unknown_assistant_gets_the_nearest_name() {
    let world = World::new();
    assert_snapshot!(world.guild("install greeter --assistant claude-cod"), @r#"
        exit 2
        stderr:
        error: no assistant is called `claude-cod`
        hint: did you mean `--assistant claude-code`?
    "#);
    assert_snapshot!(world.guild("install greeter --assistant zzz"), @r#"
        exit 2
        stderr:
        error: no assistant is called `zzz`
        hint: `guild assistants` names those we know; `--skills-folder DIR` installs for any other
    "#);
    assert_snapshot!(world.guild("install greeter --assistant eve --user"), @r#"
        exit 2
        stderr:
        error: Eve reads no skills from your home folder
        hint: install into a project: `--project`
    "#);
}

#[test]
fn a_variable_of_the_assistant_moves_its_folder() {
    let world = World::new();
    let mut command = world.command("install greeter --user --assistant claude-code");
    world
        .run(command.env("CLAUDE_CONFIG_DIR", world.path("moved")))
        .ok();
    assert!(world.path("moved/skills/greeter/SKILL.md").is_file());
}

#[test]
fn a_refusal_in_one_folder_leaves_the_others_as_they_are() {
    let world = World::new();
    world.write("project/.qwen/skills/greeter/SKILL.md", "written by hand");
    let args = "install greeter --assistant claude-code --assistant qwen-code";
    world.guild(args).fails(1);
    assert!(!world.path("project/.claude/skills/greeter").exists());
    world.guild(&format!("{args} --force")).ok();
    world.guild("verify").ok();
}
