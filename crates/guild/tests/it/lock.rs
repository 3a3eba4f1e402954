//! A team gets exactly the same skills.

use std::fs;

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_colleague_gets_exactly_what_is_locked() {
    let world = World::new();
    world.guild("install greeter").ok();
    world.publish("greeter", "1.1.0", &[]);
    // What a colleague has after checking the project out.
    fs::remove_dir_all(world.skills()).unwrap();
    let missing = world.guild("verify").fails(1);
    assert!(
        missing
            .stdout
            .contains("guild.lock holds it, and it is not installed"),
        "{missing}"
    );
    world.guild("install").ok();
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("1.0.0")
    );
    world.guild("install --locked").ok();
    world.guild("verify").ok();
}

#[test]
fn any_difference_from_the_lock_fails() {
    let world = World::new();
    world.guild("install greeter").ok();
    let lock = world.read("project/guild.lock");
    fs::remove_dir_all(world.skills()).unwrap();
    let tree = lock
        .lines()
        .find(|line| line.starts_with("treeDigest"))
        .unwrap();
    let zeros = format!("treeDigest = \"sha256:{}\"", "0".repeat(64));
    world.write("project/guild.lock", &lock.replace(tree, &zeros));
    assert_snapshot!(world.guild("install --locked"), @r#"
        exit 1
        stderr:
        refused: the log of the catalog at [CATALOG] does not prove what guild.lock names as `greeter` 1.0.0
          cause: guild.lock says files [DIGEST], and the log [DIGEST]
        hint: nothing was installed; see who changed guild.lock, or ask whoever runs the catalog
    "#);
    assert_eq!(world.visible(&world.skills()), [""; 0]);
    let digest = lock
        .lines()
        .find(|line| line.starts_with("digest"))
        .unwrap();
    let zeros = format!("digest = \"sha256:{}\"", "0".repeat(64));
    world.write("project/guild.lock", &lock.replace(digest, &zeros));
    assert_snapshot!(world.guild("install --locked"), @r#"
        exit 1
        stderr:
        refused: the log of the catalog at [CATALOG] does not prove what guild.lock names as `greeter` 1.0.0
          cause: guild.lock says archive [DIGEST], and the log [DIGEST]
        hint: nothing was installed; see who changed guild.lock, or ask whoever runs the catalog
    "#);
    assert_eq!(world.visible(&world.skills()), [""; 0]);
}

#[test]
fn what_the_lock_does_not_hold_is_refused() {
    let world = World::new();
    assert_snapshot!(world.guild("install"), @r#"
        exit 2
        stderr:
        error: there is no guild.lock in [WORLD]/project
        hint: name a skill to install: `guild install NAME`; `guild search` lists them
    "#);
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("install --locked other"), @r#"
        exit 1
        stderr:
        refused: guild.lock does not hold `other`
        hint: `guild install other` without `--locked` adds it
    "#);
    assert_snapshot!(world.guild("install --locked greeter@2.0.0"), @r#"
        exit 1
        stderr:
        refused: guild.lock holds `greeter` in version 1.0.0, not 2.0.0
        hint: `guild install greeter@2.0.0` without `--locked` changes it
    "#);
}

#[test]
fn an_installed_skill_that_differs_from_the_lock_in_one_word_fails() {
    let world = World::new();
    world.guild("install greeter").ok();
    let lock = world.read("project/guild.lock");
    let tree = lock
        .lines()
        .find(|line| line.starts_with("treeDigest"))
        .unwrap();
    let zeros = format!("treeDigest = \"sha256:{}\"", "0".repeat(64));
    world.write("project/guild.lock", &lock.replace(tree, &zeros));
    world.guild("install --locked").fails(1);
    let run = world.guild("verify").fails(1);
    assert!(
        run.stdout.contains("guild.lock holds files of the tree"),
        "{run}"
    );
    world.write("project/guild.lock", &lock.replace("1.0.0", "9.9.9"));
    let run = world.guild("verify").fails(1);
    assert!(run.stdout.contains("guild.lock holds 9.9.9"), "{run}");
}

#[test]
fn a_merge_that_is_not_finished_is_named() {
    let world = World::new();
    world.guild("install greeter").ok();
    let lock = world.read("project/guild.lock");
    world.write(
        "project/guild.lock",
        &format!("# One\n<<<<<<< HEAD\n{lock}=======\n{lock}>>>>>>> theirs\n"),
    );
    assert_snapshot!(world.guild("install"), @r#"
        exit 2
        stderr:
        error: [WORLD]/project/guild.lock holds a merge that is not finished
          cause: line 2 starts with `<<<<<<<`
        hint: keep of both sides the skills you want, take out the lines of `<<<<<<<`, `=======` and `>>>>>>>`, and type `guild install`
    "#);
}
