//! What a person wrote is never lost unasked.

use std::fs;

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn an_edited_skill_is_left_and_force_replaces_it() {
    let world = World::new();
    world.guild("install greeter").ok();
    world.publish("greeter", "1.1.0", &[]);
    world.write("project/.agents/skills/greeter/SKILL.md", "mine");
    world.write("project/.agents/skills/greeter/notes.md", "mine");
    assert_snapshot!(world.guild("install greeter"), @r#"
        exit 1
        stderr:
        refused: `greeter` was edited by hand in [WORLD]/project/.agents/skills/greeter and is left as it is
          cause: `SKILL.md` was changed
                 `notes.md` was added
        hint: to keep your edits, copy the folder to another name first; `--force` throws them away
    "#);
    assert_eq!(
        world.read("project/.agents/skills/greeter/SKILL.md"),
        "mine"
    );
    assert_snapshot!(world.guild("remove greeter"), @r#"
        exit 1
        stderr:
        refused: `greeter` was edited by hand in [WORLD]/project/.agents/skills/greeter and is left as it is
          cause: `SKILL.md` was changed
                 `notes.md` was added
        hint: to keep your edits, copy the folder to another name first; `--force` throws them away
    "#);
    world.guild("install greeter --force").ok();
    world.guild("verify").ok();
    assert!(!world.skills().join("greeter/notes.md").exists());
}

#[test]
fn a_folder_of_the_same_name_that_is_not_ours_is_left() {
    let world = World::new();
    world.write("project/.agents/skills/greeter/SKILL.md", "written by hand");
    assert_snapshot!(world.guild("install greeter"), @r#"
        exit 1
        stderr:
        refused: [WORLD]/project/.agents/skills/greeter was not installed by guild and is left as it is
          cause: it differs from `greeter` of the catalog:
                 `SKILL.md` was changed
        hint: move the folder away, or overwrite it with `--force`
    "#);
    assert_eq!(
        world.read("project/.agents/skills/greeter/SKILL.md"),
        "written by hand"
    );
    world.guild("install greeter --force").ok();
    world.guild("verify").ok();
}

#[cfg(unix)]
#[test]
fn a_link_of_the_same_name_is_left_and_its_target_never_touched() {
    let world = World::new();
    world.write("home/elsewhere/SKILL.md", "linked");
    fs::create_dir_all(world.skills()).unwrap();
    std::os::unix::fs::symlink(world.path("home/elsewhere"), world.skills().join("greeter"))
        .unwrap();
    world.guild("install greeter").fails(1);
    world.guild("install greeter --force").ok();
    assert_eq!(world.read("home/elsewhere/SKILL.md"), "linked");
    assert!(
        world
            .skills()
            .join("greeter")
            .symlink_metadata()
            .unwrap()
            .is_dir()
    );
}

#[test]
fn the_same_name_from_another_catalog_is_refused() {
    let world = World::new();
    let other = World::new();
    other.publish("greeter", "2.0.0", &[]);
    world.guild("install greeter").ok();
    let run = world
        .guild(&format!("install greeter --catalog {}", other.catalog()))
        .fails(1);
    assert!(
        run.stderr.contains("another `greeter` is installed"),
        "{run}"
    );
    assert!(run.stderr.contains("`guild remove greeter` first"), "{run}");
    world.guild("verify").ok();
}

#[test]
fn what_was_installed_can_be_taken_away() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("remove greeter"), @r#"
        exit 0
        stdout:
        Removed greeter 1.0.0 from .agents/skills/greeter
    "#);
    assert_eq!(world.visible(&world.skills()), [""; 0]);
    assert!(!world.read("project/guild.lock").contains("greeter"));
    assert_snapshot!(world.guild("remove greeter"), @r#"
        exit 2
        stderr:
        error: `greeter` is not installed here by guild
        hint: `guild list` shows what is installed, and where
    "#);
}

#[test]
fn of_several_skills_none_is_installed_when_one_is_refused() {
    let world = World::new();
    world.publish("other", "1.0.0", &[]);
    world.write("project/.agents/skills/other/SKILL.md", "mine");
    let run = world.guild("install greeter other").fails(1);
    assert!(run.stderr.contains("was not installed by guild"), "{run}");
    assert_eq!(world.visible(&world.skills()), ["other"]);
    assert!(!world.path("project/guild.lock").exists());
}

#[test]
fn a_skill_named_twice_is_installed_once_and_in_one_version() {
    let world = World::new();
    world.publish("greeter", "1.1.0", &[]);
    let run = world.guild("install greeter greeter").ok();
    assert_eq!(run.stdout.matches("Installed").count(), 1, "{run}");
    let run = world.guild("install greeter@1.0.0 greeter@1.1.0").fails(2);
    assert!(run.stderr.contains("cannot both be installed"), "{run}");
}
