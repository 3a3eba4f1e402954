//! Keeping skills current.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn the_newest_release_comes_and_the_lock_follows() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stderr:
        All installed skills are the newest.
    "#);
    world.publish("greeter", "1.1.0", &[]);
    assert_snapshot!(world.guild("update --dry-run"), @r#"
        exit 0
        stdout:
        Would update greeter 1.0.0 → 1.1.0 in .agents/skills/greeter
        stderr:
        hint: `guild update` does it
    "#);
    assert!(world.read("project/guild.lock").contains("1.0.0"));
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stdout:
        Updated greeter 1.0.0 → 1.1.0 in .agents/skills/greeter
        stderr:
        Restart your assistant's session; the new versions are then used.
    "#);
    assert!(world.read("project/guild.lock").contains("1.1.0"));
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("1.1.0")
    );
    world.guild("verify").ok();
}

#[test]
fn a_skill_edited_by_hand_is_skipped() {
    let world = World::new();
    world.guild("install greeter").ok();
    world.publish("greeter", "1.1.0", &[]);
    world.write("project/.agents/skills/greeter/SKILL.md", "mine");
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stderr:
        warning: greeter 1.0.0 → 1.1.0 skipped: it was edited by hand in .agents/skills/greeter (`guild install greeter --force` throws the edits away)
    "#);
    assert_eq!(
        world.read("project/.agents/skills/greeter/SKILL.md"),
        "mine"
    );
}

#[test]
fn a_skill_that_is_not_installed_is_not_updated() {
    let world = World::new();
    assert_snapshot!(world.guild("update greeter"), @r#"
        exit 2
        stderr:
        error: `greeter` is not installed
        hint: `guild install greeter` installs it; `guild list` shows what is there
    "#);
}

const CHANGED: &str = "---\npack: Unsorted\n---\n\n# Greeter\n\nGreets.\n\n## Recent changes\n\n- Nov 21, 2026: Greets in three languages.\n";

#[test]
fn what_changed_since_is_told_before_the_update_and_by_it() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("list --outdated"), @r#"
        exit 0
        stderr:
        Nothing newer is out.
    "#);
    world.publish("greeter", "1.1.0", &[("PAGE.md", CHANGED)]);
    assert_snapshot!(world.guild("list --outdated"), @r#"
        exit 0
        stdout:
        .agents/skills  Amp, Antigravity, Antigravity CLI, Cline and 20 more
          greeter 1.0.0  1.1.0 is out
        stderr:
        hint: `guild diff greeter` shows what changed
    "#);
    for (command, said) in [("update --dry-run", "Would update"), ("update", "Updated")] {
        let update = world.guild(command).ok().to_string();
        assert!(
            update.contains(&format!("{said} greeter 1.0.0 → 1.1.0")),
            "{update}"
        );
        assert!(
            update.contains("Nov 21, 2026  Greets in three languages."),
            "{update}"
        );
    }
    let update = world.guild("update").ok().to_string();
    assert!(!update.contains("three languages"), "{update}");
}

#[test]
fn a_search_says_what_is_installed_and_which_version() {
    let world = World::new();
    assert!(
        !world
            .guild("search greeter")
            .ok()
            .to_string()
            .contains("installed")
    );
    world.guild("install greeter").ok();
    let found = world.guild("search greeter").ok().to_string();
    assert!(found.contains("Unsorted  installed\n"), "{found}");
    world.publish("greeter", "1.1.0", &[]);
    let found = world.guild("search greeter").ok().to_string();
    assert!(
        found.contains("greeter 1.1.0  Unsorted  installed 1.0.0\n"),
        "{found}"
    );
}

#[test]
fn two_releases_are_compared() {
    let world = World::new();
    world.guild("install greeter").ok();
    world.publish(
        "greeter",
        "1.1.0",
        &[("PAGE.md", CHANGED), ("run.sh", "echo\u{202e}\r\n")],
    );
    let compared = world.guild("diff greeter").ok().to_string();
    for line in [
        "greeter 1.0.0 → 1.1.0\n",
        "  Nov 21, 2026  Greets in three languages.\n",
        "run.sh  new, may be run now\n",
        "-Say hello, in version 1.0.0.\n",
        "+Say hello, in version 1.1.0.\n",
        "+echo\\u{202e}\\r\n",
    ] {
        assert!(compared.contains(line), "{line}{compared}");
    }
    let back = world.guild("diff greeter 1.1.0 1.0.0").ok().to_string();
    assert!(back.contains("PAGE.md  removed"), "{back}");
    let same = world.guild("diff greeter 1.0.0 1.0.0").ok().to_string();
    assert!(same.contains("The files are the same."), "{same}");
    let json = world.guild("diff greeter --json").ok().to_string();
    assert!(json.contains("\"newFindings\""), "{json}");
}

#[test]
fn versions_that_are_not_there_are_not_compared() {
    let world = World::new();
    assert_snapshot!(world.guild("diff greeter"), @r#"
        exit 2
        stderr:
        error: `greeter` is not installed, so there is no version to compare with
        hint: name two: `guild diff greeter FROM TO`
    "#);
    assert_snapshot!(world.guild("diff greeter 1.0.0 9.9.9"), @r#"
        exit 1
        stderr:
        refused: greeter has no release 1.0.0 or no release 9.9.9
        hint: `guild show greeter` names the newest
    "#);
}

#[test]
fn a_skill_that_cannot_be_had_keeps_no_other_from_its_update() {
    let world = World::new();
    world.publish("keeper", "1.0.0", &[]);
    world.guild("install greeter keeper").ok();
    for name in ["greeter", "keeper"] {
        world.publish(name, "1.1.0", &[]);
    }
    let newest = ureq::get(format!("{}/api/skills/greeter", world.catalog())).call();
    let newest = newest.unwrap().body_mut().read_to_string().unwrap();
    let digest = newest.split("sha256:").nth(1).unwrap().get(..64).unwrap();
    let archive = format!("catalog/archives/sha256/{}/{digest}", &digest[..2]);
    std::fs::remove_file(world.path(&archive)).unwrap();
    let run = world.guild("update").fails(1);
    assert!(
        run.stdout.starts_with("Updated keeper 1.0.0 → 1.1.0"),
        "{run}"
    );
    for words in [
        "error: the catalog at [CATALOG] answered 500 INTERNAL_ERROR",
        "Not to be had, and left as they were: greeter.",
    ] {
        assert!(run.stderr.contains(words), "{run}");
    }
    let skill_md = world.read("project/.agents/skills/greeter/SKILL.md");
    assert!(skill_md.contains("1.0.0"), "{skill_md}");
    let json = world.guild("update --json").fails(1).json();
    let outcomes: Vec<&str> = json["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["FAILED", "NEWEST"]);
    world.guild("verify").ok();
}

#[test]
fn without_a_network_an_update_says_so_once_and_loses_nothing() {
    let mut world = World::new();
    world.publish("keeper", "1.0.0", &[]);
    world.guild("install greeter keeper").ok();
    let lock = world.read("project/guild.lock");
    world.stop_serving_and(|world| {
        let run = world.guild("update").fails(2);
        let told = run.stderr.matches("error: could not reach the catalog");
        assert_eq!(told.count(), 1, "{run}");
        assert_eq!(world.read("project/guild.lock"), lock);
    });
    world.guild("verify").ok();
}
