//! The log of a catalog, held to what was seen of it: what was published is proved, and a rewritten history is refused.

use std::fs;
use std::path::Path;

use crate::world::World;

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// What the machine remembers of the catalog's log: the line with its size.
fn remembered(world: &World) -> Option<u64> {
    let mut files = fs::read_dir(world.path("home/.config/guild/logs")).ok()?;
    let file = files.next()?.unwrap().path();
    let text = fs::read_to_string(file).unwrap();
    let (_, note) = text.split_once("\n\n").unwrap();
    Some(note.lines().nth(1).unwrap().parse().unwrap())
}

#[test]
fn a_release_is_proved_when_it_is_installed_and_again_when_it_is_verified() {
    let world = World::new();
    world.guild("install greeter").ok();
    assert_eq!(remembered(&world), Some(1));
    let run = world.guild("verify").ok();
    assert!(
        run.stderr
            .contains("1 of 1 proved by the log of the catalog"),
        "{run}"
    );
    let json = world.guild("verify --json").ok().json();
    assert_eq!(json["skills"][0]["logIndex"], 0);
    let lock = world.read("project/guild.lock");
    assert!(lock.contains("logKey = \"guild-log-"), "{lock}");
}

#[test]
fn a_log_that_grew_by_several_tiles_is_followed() {
    let world = World::new();
    world.guild("install greeter").ok();
    for number in 0..6 {
        world.publish(&format!("skill-{number}"), "1.0.0", &[]);
    }
    world.guild("install skill-3").ok();
    assert_eq!(remembered(&world), Some(7));
    world.publish("greeter", "1.1.0", &[]);
    world.guild("update").ok();
    assert_eq!(remembered(&world), Some(8));
    let run = world.guild("verify").ok();
    assert!(run.stderr.contains("2 of 2 proved"), "{run}");
}

#[test]
fn a_catalog_whose_history_was_rewritten_is_refused() {
    let mut world = World::new();
    world.publish("other", "1.0.0", &[]);
    world.guild("install greeter").ok();
    // Another history under the same key: whoever has the data folder can make one.
    fs::create_dir_all(world.path("forged")).unwrap();
    fs::copy(world.path("catalog/log.key"), world.path("forged/log.key")).unwrap();
    world.serve_instead("forged");
    world.publish("greeter", "1.0.0", &[("more.md", "Something else.")]);
    for name in ["a", "b", "c"] {
        world.publish(name, "1.0.0", &[]);
        let run = world.guild("install greeter --force").fails(1);
        assert!(
            run.stderr
                .contains("the history of the catalog at [CATALOG] was rewritten"),
            "{run}"
        );
    }
    let skill = world.read("project/.agents/skills/greeter/SKILL.md");
    assert!(skill.contains("1.0.0"), "what was there is left alone");
    assert!(
        !world
            .path("project/.agents/skills/greeter/more.md")
            .exists()
    );
    assert_eq!(remembered(&world), Some(2), "nothing forged is remembered");
    world.guild("update").fails(1);
    world.guild("install a").fails(1);
}

#[test]
fn a_catalog_that_was_restored_from_an_older_backup_is_refused() {
    let mut world = World::new();
    world.stop_serving_and(|world| copy(&world.path("catalog"), &world.path("backup")));
    world.publish("other", "1.0.0", &[]);
    world.guild("install other").ok();
    world.serve_instead("backup");
    let run = world.guild("install greeter").fails(1);
    assert!(
        run.stderr.contains("its log is shorter than it was"),
        "{run}"
    );
    world.publish("third", "1.0.0", &[]);
    world.publish("fourth", "1.0.0", &[]);
    let run = world.guild("install greeter").fails(1);
    assert!(
        run.stderr.contains("does not go on from what it was"),
        "{run}"
    );
    assert!(run.stderr.contains("hint: if they restored it from a backup and you believe them: `rm '[WORLD]/home/.config/guild/logs/"), "{run}");
    fs::remove_dir_all(world.path("home/.config/guild/logs")).unwrap();
    world.guild("install greeter").ok();
}

#[test]
fn a_catalog_with_another_key_is_refused_by_who_knows_it_and_by_their_team() {
    let mut world = World::new();
    world.guild("install greeter").ok();
    world.serve_instead("elsewhere");
    world.publish("greeter", "1.0.0", &[]);
    let run = world.guild("install greeter --force").fails(1);
    assert!(
        run.stderr
            .contains("the log of the catalog at [CATALOG] has another key"),
        "{run}"
    );
    // Somebody else of the team, on a new machine, has only guild.lock.
    fs::remove_dir_all(world.path("home/.config/guild/logs")).unwrap();
    let run = world.guild("install greeter --force").fails(1);
    assert!(
        run.stderr
            .contains("guild.lock holds the key that your team expects"),
        "{run}"
    );
    assert_eq!(remembered(&world), None);
}

#[test]
fn a_note_that_is_damaged_is_named_and_an_empty_one_is_made_again() {
    let world = World::new();
    world.guild("install greeter").ok();
    let mut files = fs::read_dir(world.path("home/.config/guild/logs")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\n1\n", "\n2\n")).unwrap();
    let run = world.guild("install greeter").fails(2);
    assert!(run.stderr.contains("it is damaged"), "{run}");
    // As a power cut leaves it.
    fs::write(&file, "").unwrap();
    world.guild("install greeter").ok();
    assert_eq!(remembered(&world), Some(1));
}

#[test]
fn a_proof_that_was_changed_in_the_ledger_is_told() {
    let world = World::new();
    world.guild("install greeter").ok();
    let ledger = "project/.agents/skills/.guild-ledger.json";
    let text = world.read(ledger);
    world.write(
        ledger,
        &text.replace("RELEASE_PUBLISHED greeter", "RELEASE_PUBLISHED greetex"),
    );
    let run = world.guild("verify").fails(1);
    assert!(run.stdout.contains("its proof is wrong"), "{run}");
}
