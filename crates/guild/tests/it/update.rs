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
