//! Knowing that nobody changed what is installed.

use std::fs;

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_changed_byte_is_named_and_fixed() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_snapshot!(world.guild("verify"), @r#"
        exit 0
        stderr:
        The one installed skill is as it was published.
        1 of 1 proved by the log of the catalog.
    "#);
    let text = world.read("project/.agents/skills/greeter/SKILL.md");
    world.write(
        "project/.agents/skills/greeter/SKILL.md",
        &text.replace("hello", "hellO"),
    );
    assert_snapshot!(world.guild("verify"), @r#"
        exit 1
        stdout:
        differs greeter 1.0.0 in .agents/skills/greeter
          SKILL.md was changed
        stderr:
        1 of 1 differs.
        hint: `guild verify --fix` installs again what was recorded; edits are lost
    "#);
    assert_snapshot!(world.guild("verify --fix"), @r#"
        exit 0
        stdout:
        fixed greeter 1.0.0 in .agents/skills/greeter
          SKILL.md was changed
        stderr:
        The one installed skill is as it was published.
        1 of 1 proved by the log of the catalog.
    "#);
    world.guild("verify").ok();
    assert_eq!(world.read("project/.agents/skills/greeter/SKILL.md"), text);
}

#[test]
fn missing_added_and_linked_files_are_named() {
    let world = World::new();
    world.publish(
        "many",
        "1.0.0",
        &[("a.md", "a"), ("b.md", "b"), ("run.sh", "c")],
    );
    world.guild("install many").ok();
    let folder = world.skills().join("many");
    fs::remove_file(folder.join("a.md")).unwrap();
    fs::write(folder.join("new.md"), "n").unwrap();
    fs::write(folder.join(".DS_Store"), "a desktop left this").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        fs::remove_file(folder.join("b.md")).unwrap();
        symlink("SKILL.md", folder.join("b.md")).unwrap();
        fs::set_permissions(folder.join("run.sh"), fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_snapshot!(world.guild("verify"), @r#"
        exit 1
        stdout:
        differs many 1.0.0 in .agents/skills/many
          a.md is missing
          b.md is not a plain file
          new.md was added
          run.sh has another executable bit
        stderr:
        1 of 1 differs.
        hint: `guild verify --fix` installs again what was recorded; edits are lost
    "#);
    world.guild("verify --fix").ok();
    world.guild("verify").ok();
}

#[test]
fn a_removed_folder_is_missed() {
    let world = World::new();
    world.guild("install greeter").ok();
    fs::remove_dir_all(world.skills().join("greeter")).unwrap();
    let run = world.guild("verify").fails(1);
    assert!(run.stdout.contains("SKILL.md is missing"), "{run}");
    world.guild("verify --fix").ok();
    world.guild("verify").ok();
}

#[test]
fn a_removed_folder_is_listed_as_missing_and_not_as_edited() {
    let world = World::new();
    world.guild("install greeter").ok();
    fs::remove_dir_all(world.skills().join("greeter")).unwrap();
    let list = world.guild("list").ok();
    assert!(list.stdout.contains("greeter 1.0.0  missing\n"), "{list}");
    let skill = &world.guild("list --json").ok().json()["skills"][0];
    assert_eq!(
        (&skill["isMissing"], &skill["isEdited"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn a_folder_that_cannot_be_read_is_named_and_keeps_no_other_from_its_turn() {
    let world = World::new();
    world.publish("keeper", "1.0.0", &[]);
    world.guild("install greeter keeper").ok();
    no_system_reads(&world, "project/.agents/skills/greeter");
    let why = "error: could not read `greeter` in [WORLD]/project/.agents/skills/greeter";
    let hint = "hint: move [WORLD]/project/.agents/skills/greeter out of the skills folder";
    let list = world.guild("list").ok();
    assert!(
        list.stdout.contains("greeter 1.0.0  cannot be read\n"),
        "{list}"
    );
    assert!(list.stdout.contains("keeper 1.0.0\n"), "{list}");
    world.write("project/.agents/skills/keeper/SKILL.md", "edited");
    let verify = world.guild("verify --fix").fails(1);
    assert!(verify.stdout.contains("differs greeter 1.0.0"), "{verify}");
    assert!(verify.stdout.contains("fixed keeper 1.0.0"), "{verify}");
    world.publish("greeter", "1.1.0", &[]);
    world.publish("keeper", "1.1.0", &[]);
    let update = world.guild("update").fails(1);
    assert!(update.stdout.contains("Updated keeper"), "{update}");
    let install = world.guild("install greeter keeper").fails(2);
    let remove = world.guild("remove greeter keeper").fails(2);
    for run in [list, verify, update, install, remove] {
        assert!(
            run.stderr.contains(why) && run.stderr.contains(hint),
            "{run}"
        );
    }
    world.guild("remove keeper").ok();
    fs::rename(world.skills().join("greeter"), world.path("away")).unwrap();
    world.guild("verify --fix").ok();
}

/// Makes a folder that nobody may read, root neither: paths in it are longer than a system takes.
fn no_system_reads(world: &World, folder: &str) {
    let long = |folder: &str| {
        let deep = (0..10).fold(world.path(folder), |path, _| path.join("d".repeat(240)));
        fs::create_dir_all(&deep).unwrap();
        deep
    };
    let deep = long(folder);
    long("more");
    fs::rename(world.path("more"), deep.join("more")).unwrap();
}

#[test]
fn a_damaged_ledger_says_what_to_do_and_the_doing_works() {
    let world = World::new();
    world.guild("install greeter").ok();
    let ledger = world.skills().join(".guild-ledger.json");
    fs::write(&ledger, "{ \"version\": 1, \"skills\": { \"gre").unwrap();
    assert_snapshot!(world.guild("verify"), @r#"
        exit 2
        stderr:
        error: the ledger [WORLD]/project/.agents/skills/.guild-ledger.json is damaged
          cause: EOF while parsing a string at line 1 column 32
        hint: move it away (`mv '[WORLD]/project/.agents/skills/.guild-ledger.json' '[WORLD]/project/.agents/skills/.guild-ledger.json.damaged'`) and install the skills again: those whose files are right are taken over as they are
    "#);
    fs::rename(&ledger, ledger.with_extension("damaged")).unwrap();
    let run = world.guild("install greeter").ok();
    assert!(run.stdout.contains("Recorded greeter"), "{run}");
    world.guild("verify").ok();
}

#[test]
fn what_cannot_be_fixed_does_not_keep_the_others_from_it() {
    let world = World::new();
    for name in ["alpha", "zulu"] {
        let folder = format!("project/{name}");
        let text = format!("---\nname: {name}\ndescription: Use when hi.\n---\n\n# Hi\n");
        world.write(&format!("{folder}/SKILL.md"), &text);
        world.guild(&format!("install --from {name}")).ok();
        world.write(&format!("project/.agents/skills/{name}/SKILL.md"), "edited");
    }
    fs::remove_dir_all(world.path("project/alpha")).unwrap();
    let run = world.guild("verify --fix").fails(1);
    assert!(run.stdout.contains("differs alpha"), "{run}");
    assert!(run.stdout.contains("fixed zulu"), "{run}");
    assert!(run.stderr.contains("could not read the skill in"), "{run}");
    let run = world.guild("verify --fix --json").fails(1);
    assert!(
        run.stdout.contains("\"notFixed\": \"could not read"),
        "{run}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_ledger_is_refused_and_not_waited_for() {
    let world = World::new();
    world.guild("install greeter").ok();
    let ledger = world.skills().join(".guild-ledger.json");
    fs::remove_file(&ledger).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&ledger).status();
    assert!(made.unwrap().success());
    let run = world.guild("verify").fails(2);
    assert!(run.stderr.contains("a pipe or a socket"), "{run}");
    assert!(run.stderr.contains("hint: "), "{run}");
}

#[test]
fn a_skills_folder_that_is_not_there_is_an_error_and_is_not_made() {
    let world = World::new();
    for command in ["list", "verify", "update", "remove greeter"] {
        let run = world
            .guild(&format!("{command} --skills-folder mistyped"))
            .fails(2);
        assert!(run.stderr.contains("there is no folder mistyped"), "{run}");
        assert!(!world.path("project/mistyped").exists());
    }
}
