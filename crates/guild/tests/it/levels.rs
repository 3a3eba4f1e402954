//! In a project or for a person.

use crate::world::World;

#[test]
fn the_nearest_project_above_is_meant() {
    let world = World::new();
    std::fs::create_dir_all(world.path("project/src/deep")).unwrap();
    let mut command = world.command("install greeter");
    world
        .run(command.current_dir(world.path("project/src/deep")))
        .ok();
    assert!(world.skills().join("greeter/SKILL.md").is_file());
    assert!(world.path("project/guild.lock").is_file());
}

#[test]
fn outside_of_a_project_the_home_is_meant_and_nothing_is_locked() {
    let world = World::new();
    let mut command = world.command("install greeter");
    world.run(command.current_dir(world.path("home"))).ok();
    assert!(
        world
            .path("home/.config/agents/skills/greeter/SKILL.md")
            .is_file()
    );
    assert!(!world.path("home/guild.lock").exists());
}

#[test]
fn flags_say_which_level() {
    let world = World::new();
    world.guild("install greeter --user").ok();
    assert!(world.path("home/.config/agents/skills/greeter").is_dir());
    assert!(!world.skills().exists());
    let list = world.guild("list --json").ok().json();
    assert_eq!(list["skills"][0]["level"], "USER");
    assert_eq!(
        world.guild("list --project --json").ok().json()["skills"],
        serde_json::json!([])
    );
    world.guild("install greeter --user --project").fails(2);
}

#[test]
fn a_named_skills_folder_overrules_everything() {
    let world = World::new();
    world.has(".claude");
    world.has(".codex");
    world
        .guild("install greeter --skills-folder deep/in/here")
        .ok();
    assert!(
        world
            .path("project/deep/in/here/greeter/SKILL.md")
            .is_file()
    );
    assert!(!world.path("project/guild.lock").exists());
    world.guild("verify --skills-folder deep/in/here").ok();
}
