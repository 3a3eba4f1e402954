//! Installing one skill, from nothing to a session that has it.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_skill_is_installed_recorded_and_said_to_need_a_restart() {
    let world = World::new();
    let run = world.guild("install greeter");
    assert_snapshot!(run, @r#"
        exit 0
        stdout:
        Installed greeter 1.0.0 in .agents/skills/greeter
          [DIGEST]
        stderr:
        No assistant was found on this machine, so the folder was used that many of them read.
        hint: `--assistant ID` names yours, and `guild assistants` names them all
        Restart your assistant's session; greeter is then available.
    "#);
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("# Greeter")
    );
    assert!(
        world
            .read("project/guild.lock")
            .contains("name = \"greeter\"")
    );
    assert_eq!(world.leftovers(&world.skills()), [""; 0]);
}

#[test]
fn installing_again_changes_nothing_and_asks_for_the_record_only() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("install greeter"), @r#"
        exit 0
        stdout:
        Unchanged greeter 1.0.0 in .agents/skills/greeter
          [DIGEST]
        stderr:
        greeter is already installed, exactly.
    "#);
}

#[test]
fn a_version_can_be_named() {
    let world = World::new();
    world.publish("greeter", "1.1.0", &[]);
    world.guild("install greeter@1.0.0").ok();
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("1.0.0")
    );
    assert_snapshot!(world.guild("install greeter@9.0.0"), @r#"
        exit 2
        stderr:
        error: the catalog at [CATALOG] has no version 9.0.0 of `greeter`
        hint: the newest is 1.1.0: `guild install greeter@1.1.0`
    "#);
    assert_snapshot!(world.guild("install greeter@latest"), @r#"
        exit 2
        stderr:
        error: invalid value 'greeter@latest' for '[NAME[@VERSION]]...': the version is wrong: unexpected character 'l' while parsing major version number; write it like `greeter@1.2.0`

        For more information, try '--help'.
    "#);
}

#[test]
fn an_unknown_skill_gets_the_nearest_name() {
    let world = World::new();
    assert_snapshot!(world.guild("install greter"), @r#"
        exit 2
        stderr:
        error: the catalog at [CATALOG] holds no skill called `greter`
        hint: did you mean `greeter`?
    "#);
    assert_eq!(world.visible(&world.skills()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn what_may_be_run_stays_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new();
    world.publish(
        "runner",
        "1.0.0",
        &[("scripts/run.sh", "#!/bin/sh\necho hello\n")],
    );
    world.guild("install runner").ok();
    let mode = |path: &str| {
        let path = world.skills().join("runner").join(path);
        std::fs::metadata(path).unwrap().permissions().mode() & 0o111
    };
    assert_ne!(mode("scripts/run.sh"), 0);
    assert_eq!(mode("SKILL.md"), 0);
}

#[test]
fn a_folder_or_an_archive_installs_without_a_catalog() {
    let world = World::alone();
    world.guild("new skill note-taker --in mine").ok();
    let run = world
        .guild("install --from mine/note-taker --skills-folder one")
        .ok();
    assert!(run.stdout.contains("Installed note-taker 0.1.0"), "{run}");
    world.guild("pack mine/note-taker").ok();
    world
        .guild("install --from note-taker.zip --skills-folder two")
        .ok();
    assert_eq!(
        world.read("project/one/note-taker/SKILL.md"),
        world.read("project/two/note-taker/SKILL.md")
    );
    world.guild("verify --skills-folder one").ok();
}

#[test]
fn a_folder_that_is_not_called_as_its_skill_is_refused() {
    let world = World::alone();
    world.guild("new skill note-taker --in mine").ok();
    let [mine, other] = ["mine/note-taker", "other"].map(|path| world.path("project").join(path));
    std::fs::rename(mine, other).unwrap();
    assert_snapshot!(world.guild("install --from other --skills-folder one"), @r#"
        exit 1
        stderr:
        refused: the folder `other` holds a skill of another name
          cause: SKILL.md names `note-taker`
        hint: call both the same: rename the folder to `note-taker`, or change `name` in SKILL.md
    "#);
    // An archive that wraps its files in a folder tells the same.
    world.guild("pack other").ok();
    let run = world
        .guild("install --from other.zip --skills-folder one")
        .fails(1);
    assert!(run.stderr.contains("SKILL.md names `note-taker`"), "{run}");
    assert!(!world.path("project/one/other").exists());
}

#[test]
fn every_answer_is_there_as_json() {
    let world = World::new();
    let installed = world.guild("install greeter --json").ok().json();
    assert_eq!(installed["installed"][0]["outcome"], "INSTALLED");
    assert_eq!(installed["installed"][0]["version"], "1.0.0");
    let list = world.guild("list --json").ok().json();
    assert_eq!(list["skills"][0]["isEdited"], false);
    assert_eq!(world.guild("search --json").ok().json()["totalItems"], 1);
    assert_eq!(
        world.guild("show greeter --json").ok().json()["name"],
        "greeter"
    );
    assert_eq!(world.guild("verify --json").ok().json()["isClean"], true);
    assert_eq!(
        world.guild("update --json").ok().json()["skills"][0]["outcome"],
        "NEWEST"
    );
    assert_eq!(
        world.guild("remove greeter --json").ok().json()["removed"][0]["name"],
        "greeter"
    );
}
