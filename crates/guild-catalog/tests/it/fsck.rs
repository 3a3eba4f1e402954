//! What `fsck` finds: each way to wreck a catalog is a flaw that names what is wrong.

use std::fs;

use guild_catalog::upkeep::{self, CheckReport, Repair, UpkeepError};
use guild_catalog::{CatalogOptions, LogOptions, OpenError, Reason};
use guild_skill::Digest;
use guild_skill::note::SigningKey;
use guild_skill::signature::Statement;
use semver::Version;

use crate::world::{Engine, World, on_each_engine, runtime, skill};

/// A catalog with all that a log can hold: releases, some withdrawn and put back, and a skill that was deleted.
async fn filled(world: &World) {
    let anna = world.admin("anna").await;
    for name in ["coffee", "milk", "tea", "water"] {
        world
            .publish(&skill(name, name).version("1.0.0"))
            .await
            .unwrap();
    }
    let better = skill("tea", "tea")
        .version("1.1.0")
        .body("Boil it.")
        .file("scripts/boil.sh", b"true");
    world.publish(&better).await.unwrap();
    let before = skill("tea", "tea").version("2.0.0-rc.1").body("Brew it.");
    world.publish(&before).await.unwrap();
    let (catalog, reason) = (&world.catalog, "It spills.".parse::<Reason>().unwrap());
    for (name, reason) in [
        ("milk", Some(&reason)),
        ("water", Some(&reason)),
        ("water", None),
    ] {
        let what = (&skill(name, name).name(), &Version::new(1, 0, 0));
        catalog.set_yanked(&anna, what, reason).await.unwrap();
    }
    let coffee = skill("coffee", "coffee").name();
    catalog.delete_skill(&anna, &coffee, None).await.unwrap();
}

/// Gives what is wrong, each in a line: `LOG entry 3: it is missing`.
fn lines(report: &CheckReport) -> Vec<String> {
    let line =
        |flaw: &upkeep::Flaw| format!("{} {}: {}", flaw.kind.as_str(), flaw.subject, flaw.message);
    report.flaws.iter().map(line).collect()
}

/// Checks that a catalog is sound, wrecks it, and gives what is then wrong with it.
async fn wrecked(world: &World, statement: &str) -> Vec<String> {
    filled(world).await;
    world.catalog.close().await;
    let sound = upkeep::check(&world.options(), Repair::No).await.unwrap();
    assert_eq!(lines(&sound), [""; 0]);
    world.execute(statement).await;
    let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
    assert!(!report.is_clean());
    lines(&report)
}

/// Holds what is wrong after a statement against how each line is to begin.
fn finds(statement: &str, expected: &[&str]) {
    on_each_engine(async |world| {
        let found = wrecked(&world, statement).await;
        let is_right = found.len() == expected.len()
            && found
                .iter()
                .zip(expected)
                .all(|(found, begins)| found.starts_with(begins));
        assert!(is_right, "{statement}: {found:#?}");
    });
}

#[test]
fn skills_that_are_withdrawn_or_deleted_are_no_flaw() {
    on_each_engine(async |world| {
        filled(&world).await;
        world.catalog.close().await;
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        assert_eq!(lines(&report), [""; 0]);
    });
}

#[test]
fn a_log_without_its_tiles() {
    let says = "LOG tile/0/000: it does not hold the hashes of its entries";
    finds("DELETE FROM log_tiles", &[says]);
}

#[test]
fn a_log_without_its_head() {
    finds(
        "DELETE FROM log_head",
        &["LOG head: the log has 10 entries and no head"],
    );
}

#[test]
fn a_log_whose_head_is_not_signed_by_its_key() {
    let change = "UPDATE log_head SET checkpoint = REPLACE(checkpoint, '10', '11')";
    finds(change, &["LOG head: its signature is not to be believed: "]);
}

#[test]
fn a_log_that_follows_more_than_happened() {
    let change = "UPDATE log_head SET sequence = 9000";
    finds(
        change,
        &["LOG head: it follows 9000 changes, and the history ends at "],
    );
}

#[test]
fn an_entry_that_was_changed() {
    let change =
        "UPDATE log_entries SET entry = REPLACE(entry, 'tea', 'tee') WHERE version = '1.1.0'";
    finds(
        change,
        &[
            "LOG entry 4: it is kept as RELEASE_PUBLISHED tea 1.1.0, and says something else",
            "LOG entries: the tree over them is not the one that is signed",
        ],
    );
}

#[test]
fn an_entry_that_was_taken_out() {
    let change = "DELETE FROM log_entries WHERE position = 4";
    finds(
        change,
        &[
            "LOG entry 4: it is missing",
            "LOG tea 1.1.0: the log does not hold this release",
        ],
    );
}

#[test]
fn an_entry_that_was_cut_off() {
    let change = "DELETE FROM log_entries WHERE position = 9";
    finds(change, &["LOG entries: 10 are signed, and 9 are there"]);
}

#[test]
fn a_release_with_another_digest_of_its_files() {
    let change = "UPDATE releases SET tree_digest = 'sha256:00' WHERE version = '1.1.0'";
    finds(
        change,
        &[
            "RELEASE tea 1.1.0: it says that its files have the digest sha256:00, and those in its archive have sha256:",
            "LOG entry 4: its digests are not those of tea 1.1.0",
        ],
    );
}

#[test]
fn a_release_with_the_archive_of_another() {
    let change = "UPDATE releases SET root_digest = (SELECT root_digest FROM releases WHERE skill = 'milk') \
                  WHERE version = '1.1.0'";
    finds(
        change,
        &["RELEASE tea 1.1.0: its two archives hold different files"],
    );
}

#[test]
fn a_file_with_another_digest_or_mode() {
    let change =
        "UPDATE files SET digest = 'sha256:00' WHERE version = '1.1.0' AND path = 'PAGE.md'";
    let says = "RELEASE tea 1.1.0: the file PAGE.md that it lists is not that of its archive";
    finds(change, &[says]);
    let change = "UPDATE files SET is_executable = 0 WHERE path = 'scripts/boil.sh'";
    finds(
        change,
        &["RELEASE tea 1.1.0: the file scripts/boil.sh that it lists"],
    );
}

#[test]
fn a_skill_that_a_withdrawn_release_stands_for() {
    let change = "UPDATE releases SET is_yanked = 1 WHERE version = '1.1.0'";
    finds(
        change,
        &["RELEASE tea 1.1.0: it stands for the skill, and 1.0.0 is to"],
    );
}

#[test]
fn a_signature_that_is_none_or_of_another_release() {
    let key = SigningKey::from_seed("anna@laptop", [7; 32]).unwrap();
    let statement = Statement {
        skill: &skill("tea", "tea").name(),
        version: &Version::new(1, 1, 0),
        archive: &Digest::of(b"another archive"),
        files: &Digest::of(b"other files"),
    };
    for signature in ["x", &statement.sign(&key).to_string()] {
        let change = format!(
            "UPDATE release_signatures SET signature = '{signature}' WHERE version = '1.1.0'"
        );
        let says = "RELEASE tea 1.1.0: its signature is not of this release";
        finds(&change, &[says]);
    }
}

#[test]
fn a_catalog_without_a_table_or_a_column() {
    finds(
        "DROP TABLE stars",
        &["DATABASE stars: the table is missing"],
    );
    let change = "ALTER TABLE releases RENAME COLUMN yank_reason TO reason";
    finds(
        change,
        &["DATABASE releases: its column yank_reason is missing"],
    );
}

#[test]
fn a_key_of_the_log_that_is_missing_garbage_or_another() {
    on_each_engine(async |world| {
        filled(&world).await;
        world.catalog.close().await;
        let key = world.data.join("log.key");
        let told = CatalogOptions {
            log: LogOptions {
                key: Some(key.clone()),
                origin: None,
            },
            ..world.options()
        };
        let other = SigningKey::from_seed("other", [7; 32]).unwrap();
        for text in ["PRIVATE+KEY+garbage", &other.to_secret_text()] {
            fs::write(&key, text).unwrap();
            let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
            let path = key.display().to_string();
            let [line] = &lines(&report)[..] else {
                panic!("{report:?}")
            };
            assert!(
                line.starts_with("LOG_KEY ") && line.contains(&path),
                "{line}"
            );
        }
        fs::remove_file(&key).unwrap();
        let report = upkeep::check(&told, Repair::No).await.unwrap();
        assert!(lines(&report)[0].contains("is missing"), "{report:?}");
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        // The nodes of a server have the key, and this may be none of them.
        let is_elsewhere = world.engine == Engine::Postgres;
        assert_eq!(
            (report.is_clean(), report.is_key_unseen),
            (is_elsewhere, is_elsewhere)
        );
    });
}

#[test]
fn a_damaged_search_index_is_made_anew() {
    on_each_engine(async |mut world| {
        filled(&world).await;
        let search = world.data.join("search");
        for what in ["meta.json", ".term"] {
            world.restart().await;
            world.catalog.close().await;
            let mut files = fs::read_dir(&search)
                .unwrap()
                .map(|entry| entry.unwrap().path());
            let file = files
                .find(|path| path.to_str().unwrap().ends_with(what))
                .unwrap();
            let mut bytes = fs::read(&file).unwrap();
            bytes[..8].fill(0xff);
            fs::write(&file, bytes).unwrap();
            for (repair, is_clean) in [(Repair::No, false), (Repair::Yes, true), (Repair::No, true)]
            {
                let report = upkeep::check(&world.options(), repair).await.unwrap();
                assert_eq!(report.is_clean(), is_clean, "{what}: {report:?}");
            }
            assert!(!search.exists(), "the next start makes it");
        }
        world.restart().await;
        assert_eq!(world.find("tea").await, ["tea"]);
    });
}

#[test]
fn a_file_that_is_no_database_or_a_broken_one() {
    runtime().block_on(async {
        let world = World::new(Engine::Sqlite).await;
        filled(&world).await;
        world.catalog.close().await;
        let file = world.data.join("catalog.sqlite");
        let sound = fs::read(&file).unwrap();
        let backup = world.data.join("backup");
        for bytes in [b"Notes. ".repeat(2000), sound[..5000].to_vec()] {
            fs::write(&file, bytes).unwrap();
            for error in [
                upkeep::check(&world.options(), Repair::No)
                    .await
                    .unwrap_err(),
                upkeep::back_up(&world.options(), &backup)
                    .await
                    .unwrap_err(),
            ] {
                let is_told = matches!(error, UpkeepError::Open(OpenError::NotADatabase { .. }));
                assert!(is_told, "{error:?}");
            }
        }
        fs::write(&file, "").unwrap();
        let error = upkeep::check(&world.options(), Repair::No)
            .await
            .unwrap_err();
        assert!(matches!(error, UpkeepError::NoCatalog { .. }), "{error:?}");
        let mut bytes = sound;
        let end = bytes.len() - 8 * 4096;
        bytes[end..].fill(0);
        fs::write(&file, bytes).unwrap();
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        assert!(lines(&report)[0].starts_with("DATABASE "), "{report:?}");
        world.end().await;
    });
}
