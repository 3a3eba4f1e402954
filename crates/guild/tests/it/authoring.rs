//! Starting, checking and packing a skill.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_new_skill_has_both_files_and_is_not_made_twice() {
    let world = World::alone();
    assert_snapshot!(world.guild("new skill release-notes"), @"");
    assert!(
        world
            .read("project/release-notes/SKILL.md")
            .contains("# Release Notes")
    );
    assert_snapshot!(world.guild("new skill release-notes"), @"");
    assert_snapshot!(world.guild("new skill Release_Notes"), @"");
}

#[test]
fn a_packed_skill_has_the_same_digest_every_time() {
    let world = World::alone();
    world.guild("new skill release-notes").ok();
    let first = world.guild("pack release-notes --json").ok();
    let bytes = std::fs::read(world.path("project/release-notes.zip")).unwrap();
    let second = world.guild("pack release-notes --json --output other").ok();
    assert_eq!(
        bytes,
        std::fs::read(world.path("project/other/release-notes.zip")).unwrap()
    );
    assert_eq!(first.json()["treeDigest"], second.json()["treeDigest"]);
    assert_snapshot!(world.guild("pack release-notes"), @"");
}

#[test]
fn what_is_no_skill_is_not_packed() {
    let world = World::alone();
    world.write("project/plain/a.txt", "a");
    assert_snapshot!(world.guild("pack plain"), @"");
    assert_snapshot!(world.guild("pack nothing-here"), @"");
    world.write("project/Bad Name/SKILL.md", "a");
    let mut command = world.command("pack");
    world.run(command.arg("Bad Name")).fails(2);
}
