//! Publishing and withdrawing from the command line, with a token, to a catalog that is served.

use std::fs;

use crate::world::World;

const PASSWORD: &str = "correct horse battery";

/// Writes a skill that a catalog lists.
fn tea(world: &World, version: &str, body: &str) {
    let skill_md = format!(
        "---\nname: tea-maker\ndescription: Use when somebody wants a cup of tea, as in \"make me a tea\" or \"the kettle is on\".\nmetadata:\n  version: \"{version}\"\n---\n\n# Tea Maker\n\nWarm the pot, boil fresh water, wait four minutes, and pour. {body}\n"
    );
    let page_md = "---\npack: Tea pack\n---\n\n# Tea Maker\n\nMakes a cup of tea, from the pot to the pouring.\n\n## What it does\n\nWarms the pot, measures the leaves, and minds the time.\n\n## When to use\n\n- Somebody is thirsty.\n\n## When not to use\n\n- It is hot outside: make a lemonade.\n\n## Example prompts\n\n- Make me a tea.\n- The kettle is on, what comes next?\n";
    world.write("project/tea-maker/SKILL.md", &skill_md);
    world.write("project/tea-maker/PAGE.md", page_md);
}

/// A world in which `anna` has a token that is kept.
fn signed_in() -> World {
    let world = World::new();
    world.account("anna", PASSWORD);
    let mut login = world.command("login --name anna");
    let password = world.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    login.stdin(fs::File::open(password).unwrap());
    world.run(&mut login).ok();
    world
}

#[test]
fn a_skill_is_published_installed_withdrawn_and_everybody_is_told() {
    let world = signed_in();
    tea(&world, "1.0.0", "");
    let dry = world.guild("publish tea-maker --dry-run").ok();
    assert!(
        dry.stdout
            .contains("Would publish tea-maker 1.0.0 in the pack `Tea pack`"),
        "{dry}"
    );
    world.guild("show tea-maker").fails(2);
    let run = world.guild("publish tea-maker").ok();
    assert_eq!(
        run.stdout,
        "Published tea-maker 1.0.0 [CATALOG]/skills/tea-maker\n"
    );
    let again = world.guild("publish tea-maker").ok();
    assert!(
        again
            .stdout
            .starts_with("Published already: tea-maker 1.0.0"),
        "{again}"
    );
    tea(&world, "1.1.0", "Then again.");
    let told = world.guild("publish tea-maker --json").ok().json();
    assert_eq!(
        (&told["isNew"], &told["release"]["publishedBy"]),
        (&true.into(), &"anna".into())
    );
    world.guild("install tea-maker").ok();
    let mut yank = world.command("yank tea-maker@1.1.0 --why");
    let run = world.run(yank.arg("It boils the tea")).ok();
    assert_eq!(run.stdout, "Withdrew tea-maker 1.1.0: It boils the tea\n");
    let warning = "warning: tea-maker 1.1.0 was withdrawn by its publisher: It boils the tea";
    for command in ["verify", "update", "install tea-maker@1.1.0"] {
        let run = world.guild(command).ok();
        assert!(run.stderr.contains(warning), "{command}: {run}");
    }
    let list = world.guild("list").ok();
    assert!(
        list.stdout
            .contains("tea-maker 1.1.0  withdrawn: It boils the tea"),
        "{list}"
    );
    let skill = &world.guild("list --json").ok().json()["skills"][0];
    assert_eq!(
        (&skill["isYanked"], &skill["yankReason"]),
        (&true.into(), &"It boils the tea".into())
    );
    let quiet = world.guild("verify --offline").ok();
    assert!(!quiet.stderr.contains("withdrawn"), "{quiet}");
    let skill = &world.guild("verify --json").ok().json()["skills"][0];
    assert_eq!(skill["withdrawn"], "It boils the tea");
    let run = world.guild("install tea-maker --force").ok();
    assert!(!run.stderr.contains("warning"), "{run}");
    assert!(
        !world
            .read("project/.agents/skills/tea-maker/SKILL.md")
            .contains("1.1.0")
    );
    world.guild("yank tea-maker@1.0.0 --why bad").ok();
    let none = world.guild("install tea-maker").fails(1);
    assert!(
        none.stderr
            .contains("every release of `tea-maker` was withdrawn"),
        "{none}"
    );
    let back = world.guild("yank tea-maker@1.0.0 --undo").ok();
    assert_eq!(back.stdout, "Put back tea-maker 1.0.0\n");
}

#[test]
fn a_dry_run_asks_the_catalog_and_leaves_nothing_there() {
    let world = signed_in();
    tea(&world, "1.0.0", "");
    let dry = world
        .guild("publish tea-maker --dry-run --json")
        .ok()
        .json();
    assert_eq!(
        (&dry["isNew"], &dry["isPublished"], &dry["version"]),
        (&true.into(), &false.into(), &"1.0.0".into())
    );
    world.guild("show tea-maker").fails(2);
    world.guild("publish tea-maker").ok();
    let again = world.guild("publish tea-maker --dry-run").ok();
    assert!(
        again
            .stdout
            .starts_with("Published already: tea-maker 1.0.0"),
        "{again}"
    );
    tea(&world, "1.0.0", "Other.");
    let taken = world.guild("publish tea-maker --dry-run").fails(1);
    assert!(
        taken.stderr.contains("hint: raise `metadata.version`"),
        "{taken}"
    );
    world.account("bruno", PASSWORD);
    let mut login = world.command("login --name bruno");
    let password = fs::File::open(world.path("password")).unwrap();
    world.run(login.stdin(password)).ok();
    tea(&world, "1.1.0", "More.");
    let refused = world.guild("publish tea-maker --dry-run").fails(1);
    assert!(
        refused.stderr.contains("no member of the pack"),
        "{refused}"
    );
    world.guild("logout").ok();
    let unasked = world.guild("publish tea-maker --dry-run").ok();
    assert!(
        unasked.stdout.starts_with("Would publish tea-maker 1.1.0"),
        "{unasked}"
    );
    assert!(unasked.stderr.contains("is not known"), "{unasked}");
}

#[test]
fn a_skill_with_errors_is_not_sent_and_shows_what_check_skill_shows() {
    let world = signed_in();
    tea(&world, "1.0.0", "");
    fs::remove_file(world.path("project/tea-maker/PAGE.md")).unwrap();
    let checked = world.guild("check skill tea-maker").fails(1);
    let refused = world.guild("publish tea-maker").fails(1);
    assert_eq!(refused.stdout, checked.stdout);
    assert!(refused.stderr.contains("Nothing was sent"), "{refused}");
    let told = world.guild("publish tea-maker --json").fails(1).json();
    assert_eq!(told["report"]["verdict"], "FAILED");
    world.guild("show tea-maker").fails(2);
}

#[test]
fn what_stands_in_the_way_is_said_with_what_to_do() {
    let world = signed_in();
    tea(&world, "1.0.0", "");
    world.guild("publish tea-maker").ok();
    tea(&world, "1.0.0", "Other.");
    let taken = world.guild("publish tea-maker").fails(1);
    assert!(
        taken.stderr.contains("hint: raise `metadata.version`"),
        "{taken}"
    );
    world.guild("logout").ok();
    let nobody = world.guild("publish tea-maker").fails(2);
    assert!(nobody.stderr.contains("guild login"), "{nobody}");
    assert!(!nobody.stderr.contains("Authorization:"), "{nobody}");
    let unnamed = world.guild("yank tea-maker --undo").fails(2);
    assert!(unnamed.stderr.contains("names no version"), "{unnamed}");
}

#[test]
fn who_is_no_member_of_the_pack_is_refused_as_a_job_can_tell() {
    let world = signed_in();
    tea(&world, "1.0.0", "");
    world.guild("publish tea-maker").ok();
    world.account("bruno", PASSWORD);
    let mut login = world.command("login --name bruno");
    let password = fs::File::open(world.path("password")).unwrap();
    world.run(login.stdin(password)).ok();
    tea(&world, "1.1.0", "More.");
    for words in ["publish tea-maker", "yank tea-maker@1.0.0 --why No"] {
        let refused = world.guild(words).fails(1);
        assert!(refused.stderr.contains("refused: "), "{refused}");
        assert!(
            refused.stderr.contains("no member of the pack"),
            "{refused}"
        );
    }
}
