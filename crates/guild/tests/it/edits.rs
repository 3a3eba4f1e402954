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
    assert_snapshot!(world.guild("install greeter"), @"");
    assert_eq!(
        world.read("project/.agents/skills/greeter/SKILL.md"),
        "mine"
    );
    assert_snapshot!(world.guild("remove greeter"), @"");
    world.guild("install greeter --force").ok();
    world.guild("verify").ok();
    assert!(!world.skills().join("greeter/notes.md").exists());
}

#[test]
fn a_folder_of_the_same_name_that_is_not_ours_is_left() {
    let world = World::new();
    world.write("project/.agents/skills/greeter/SKILL.md", "written by hand");
    assert_snapshot!(world.guild("install greeter"), @"");
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
    assert_snapshot!(world.guild("remove greeter"), @"");
    assert_eq!(world.visible(&world.skills()), [""; 0]);
    assert!(!world.read("project/guild.lock").contains("greeter"));
    assert_snapshot!(world.guild("remove greeter"), @"");
}
