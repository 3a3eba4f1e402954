//! Several installs at once.

use crate::world::World;

#[test]
fn two_skills_into_one_folder_at_once_are_both_there() {
    let world = World::new();
    let names: Vec<String> = (0..6).map(|index| format!("skill-{index}")).collect();
    for name in &names {
        world.publish(name, "1.0.0", &[("a.md", name)]);
    }
    let children: Vec<_> = names
        .iter()
        .map(|name| world.start(&format!("install {name}")))
        .collect();
    for child in children {
        let run = world.told(&child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{run}");
    }
    assert_eq!(world.visible(&world.skills()), names);
    assert_eq!(world.leftovers(&world.skills()), [""; 0]);
    world.guild("verify").ok();
    let lock = world.read("project/guild.lock");
    assert!(
        names
            .iter()
            .all(|name| lock.contains(&format!("\"{name}\""))),
        "{lock}"
    );
}

#[test]
fn the_same_skill_at_once_is_there_once_and_whole() {
    let world = World::new();
    let children: Vec<_> = (0..4).map(|_| world.start("install greeter")).collect();
    for child in children {
        let run = world.told(&child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{run}");
    }
    world.guild("verify").ok();
}
