//! Moving a catalog, backing it up, and finding what is wrong with it.

use std::collections::BTreeSet;
use std::fs;

use guild_catalog::upkeep::{self, CheckReport, FlawKind, Repair, UpkeepError};
use guild_catalog::{CatalogOptions, LogOptions, OpenError, PageRequest};
use guild_skill::Digest;

use crate::chaos::Chaos;
use crate::world::{Engine, Shelf, World, archives, everything, on_each_engine, runtime, skill};
use crate::{postgres, s3};

/// A catalog in which something happened of every kind that tests know.
pub(crate) async fn used(engine: Engine) -> World {
    let world = World::new(engine).await;
    let admin = world.admin("anna").await;
    drop(admin);
    for number in 0..30 {
        let skill = skill(&format!("skill-{number}"), &format!("Skill {number}"));
        world.publish(&skill).await.unwrap();
    }
    let changed = skill("skill-0", "Skill 0").body("Do it better.");
    world.publish(&changed).await.unwrap();
    let reader = world.person("bruno").await;
    world.rate(&reader, &changed, 4).await.unwrap();
    world.catalog.star(&reader, &changed.name()).await.unwrap();
    world
}

/// Another place, which is empty.
pub(crate) async fn elsewhere(engine: Engine, shelf: Shelf) -> (tempfile::TempDir, CatalogOptions) {
    let folder = tempfile::tempdir().unwrap();
    let options = CatalogOptions {
        data: folder.path().join("data"),
        database: match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(postgres::database().await),
        },
        archives: archives(shelf),
        log: LogOptions::default(),
        clock: guild_catalog::Clock::frozen(crate::world::NOW),
    };
    (folder, options)
}

/// Holds a catalog that was moved against the one it was moved from.
async fn is_the_same(world: &World, options: &CatalogOptions) {
    let mut world_again = World::of(options.clone()).await;
    let (old, new) = (world.open_again().await.unwrap(), &world_again.catalog);
    assert_eq!(new.generation(), old.generation());
    let events = PageRequest::FIRST;
    assert_eq!(
        new.events(0, events).await.unwrap(),
        old.events(0, events).await.unwrap()
    );
    let list = new.skills(everything()).await.unwrap();
    assert_eq!(list, old.skills(everything()).await.unwrap());
    for skill in &list.items {
        let digest = Digest::parse(&skill.digest).unwrap();
        let archive = new.archive(&digest).await.unwrap();
        assert_eq!(archive, old.archive(&digest).await.unwrap());
    }
    assert_eq!(world_again.find("Skill 17").await[0], "skill-17");
    assert_eq!(
        new.audit_entries(events).await.unwrap(),
        old.audit_entries(events).await.unwrap()
    );
    world_again.publish(&skill("later", "Later")).await.unwrap();
    assert_eq!(world_again.catalog.generation(), old.generation() + 1);
    old.close().await;
    world_again.restart().await;
    world_again.catalog.close().await;
}

#[test]
fn a_catalog_moves_from_its_folder_to_postgresql_and_a_bucket_and_nobody_notices() {
    runtime().block_on(async {
        let world = used(Engine::Sqlite).await;
        let (_folder, to) = elsewhere(Engine::Postgres, Shelf::S3).await;
        let error = upkeep::migrate(&world.options(), &to).await.unwrap_err();
        let in_use = matches!(error, UpkeepError::Open(OpenError::Locked { .. }));
        assert!(in_use, "a server is running there: {error:?}");
        world.catalog.close().await;
        let moved = upkeep::migrate(&world.options(), &to).await.unwrap();
        assert_eq!((moved.archives, moved.is_new), (62, true));
        let again = upkeep::migrate(&world.options(), &to).await.unwrap();
        assert_eq!((again.rows, again.is_new), (moved.rows, false));
        assert!(upkeep::check(&to, Repair::No).await.unwrap().is_clean());
        is_the_same(&world, &to).await;
        let error = upkeep::migrate(&world.options(), &to).await.unwrap_err();
        let is_refused = matches!(error, UpkeepError::NotEmpty { .. });
        assert!(is_refused, "something happened there since: {error:?}");
        postgres::drop_database(to.database.as_deref().unwrap()).await;
    });
}

#[test]
fn a_move_that_broke_off_goes_on() {
    runtime().block_on(async {
        let world = used(Engine::Sqlite).await;
        world.catalog.close().await;
        let moto = s3::moto();
        let chaos = Chaos::before(moto.address.trim_start_matches("http://")).await;
        let (_folder, mut to) = elsewhere(Engine::Postgres, Shelf::Memory).await;
        to.archives = Some(s3::archives(
            &format!("http://{}", chaos.address),
            &moto.bucket(),
        ));
        chaos.fail_after(40);
        upkeep::migrate(&world.options(), &to).await.unwrap_err();
        chaos.set(crate::chaos::Mode::Pass);
        let moved = upkeep::migrate(&world.options(), &to).await.unwrap();
        assert!(moved.is_new, "no row came over before");
        is_the_same(&world, &to).await;
        postgres::drop_database(to.database.as_deref().unwrap()).await;
    });
}

#[test]
fn every_table_of_postgresql_is_one_that_moves() {
    runtime().block_on(async {
        let world = used(Engine::Postgres).await;
        let (_folder, to) = elsewhere(Engine::Sqlite, Shelf::Memory).await;
        let file = to.data.with_file_name("backup");
        let moved = upkeep::back_up(&world.options(), &file).await.unwrap();
        let tables = world
            .number("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'")
            .await;
        assert_eq!(moved.tables + 1, tables, "all but that of the migrations");
        world.end().await;
    });
}

#[test]
fn a_backup_is_taken_beside_the_server_and_restored_on_either_engine() {
    on_each_engine(async |nobody| {
        let world = used(nobody.engine).await;
        let other = match world.engine {
            Engine::Sqlite => Engine::Postgres,
            Engine::Postgres => Engine::Sqlite,
        };
        let (folder, to) = elsewhere(other, Shelf::Folder).await;
        let file = folder.path().join("backup");
        let taken = upkeep::back_up(&world.options(), &file).await.unwrap();
        let error = upkeep::back_up(&world.options(), &file).await.unwrap_err();
        assert!(matches!(error, UpkeepError::FileExists { .. }), "{error:?}");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "nothing but the backup");
        let restored = upkeep::restore(&file, &to).await.unwrap();
        assert_eq!(restored, taken);
        world.catalog.close().await;
        is_the_same(&world, &to).await;
        let error = upkeep::restore(&file, &to).await.unwrap_err();
        assert!(matches!(error, UpkeepError::NotEmpty { .. }), "{error:?}");
        world.end().await;
        if let Some(url) = &to.database {
            postgres::drop_database(url).await;
        }
    });
}

#[cfg(unix)]
#[test]
fn a_backup_is_nobody_elses_to_read_from_its_first_byte() {
    use std::os::unix::fs::PermissionsExt as _;
    runtime().block_on(async {
        let world = used(Engine::Sqlite).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let mut modes = BTreeSet::new();
        let mut look = || {
            for entry in fs::read_dir(folder.path()).unwrap().flatten() {
                let mode = entry.metadata().unwrap().permissions().mode();
                modes.insert(mode & 0o777);
            }
        };
        let options = world.options();
        let mut work = std::pin::pin!(upkeep::back_up(&options, &file));
        // Each time that it waits for the database there is something to see.
        let done = std::future::poll_fn(|context| {
            let step = work.as_mut().poll(context);
            look();
            step
        });
        done.await.unwrap();
        assert_eq!(modes, BTreeSet::from([0o600, 0o700]), "{modes:?}");
        world.end().await;
    });
}

#[test]
fn a_place_that_is_in_use_is_not_touched_by_a_restore() {
    runtime().block_on(async {
        let world = used(Engine::Sqlite).await;
        let (folder, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let file = folder.path().join("backup");
        upkeep::back_up(&world.options(), &file).await.unwrap();
        world.catalog.close().await;
        fs::create_dir(&to.data).unwrap();
        let lock = fs::File::create(to.data.join("lock")).unwrap();
        lock.lock().unwrap();
        let in_use = upkeep::restore(&file, &to).await.unwrap_err();
        let in_use = matches!(in_use, UpkeepError::Open(OpenError::Locked { .. }));
        assert!(in_use, "the lock is another's");
        let there = fs::read_dir(&to.data).unwrap().count();
        assert_eq!(there, 1, "nothing but the lock");
        world.end().await;
    });
}

#[test]
fn what_is_no_backup_is_not_restored() {
    runtime().block_on(async {
        let (folder, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let file = folder.path().join("notes");
        for text in ["", "Notes.", &"SQLite format 3\0".repeat(500)] {
            fs::write(&file, text).unwrap();
            let error = upkeep::restore(&file, &to).await.unwrap_err();
            assert!(matches!(error, UpkeepError::NotABackup { .. }), "{error:?}");
        }
        let error = upkeep::restore(folder.path(), &to).await.unwrap_err();
        assert!(matches!(error, UpkeepError::NotABackup { .. }), "{error:?}");
        assert!(!to.data.exists());
    });
}

/// Gives what is wrong, in words that machines read.
fn kinds(report: &CheckReport) -> Vec<&'static str> {
    report.flaws.iter().map(|flaw| flaw.kind.as_str()).collect()
}

#[test]
fn a_sound_catalog_has_no_flaw_in_use_or_not() {
    on_each_engine(async |nobody| {
        let world = used(nobody.engine).await;
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        assert_eq!(kinds(&report), [""; 0]);
        assert_eq!((report.releases, report.archives), (31, 62));
        world.catalog.close().await;
        let report = upkeep::check(&world.options(), Repair::Yes).await.unwrap();
        assert_eq!(kinds(&report), [""; 0]);
        world.end().await;
    });
}

#[test]
fn a_lost_or_damaged_archive_is_made_again_from_the_other_layout() {
    on_each_engine(async |nobody| {
        let world = used(nobody.engine).await;
        let list = world.catalog.skills(everything()).await.unwrap();
        let release = |place: usize| {
            let name = guild_skill::SkillName::parse(&list.items[place].name).unwrap();
            let catalog = world.catalog.clone();
            async move { catalog.skill(&name).await.unwrap().unwrap().latest }
        };
        let (first, second, third) = (release(0).await, release(1).await, release(2).await);
        world.tamper(&first.digest, None).await;
        world.tamper(&second.root_digest, Some(b"damaged")).await;
        world.tamper(&third.digest, None).await;
        world.tamper(&third.root_digest, None).await;
        world.catalog.close().await;
        let found = upkeep::check(&world.options(), Repair::No).await.unwrap();
        let lost = FlawKind::MissingArchive.as_str();
        assert_eq!(kinds(&found), [lost, "DAMAGED_ARCHIVE", lost, lost]);
        assert!(!found.is_clean());
        let mended = upkeep::check(&world.options(), Repair::Yes).await.unwrap();
        let is_mended: Vec<bool> = mended.flaws.iter().map(|flaw| flaw.is_mended).collect();
        assert_eq!(is_mended, [true, true, false, false]);
        let left = upkeep::check(&world.options(), Repair::No).await.unwrap();
        assert_eq!(kinds(&left), [lost, lost]);
        world.end().await;
    });
}

#[test]
fn an_archive_that_nobody_names_may_stay_for_a_day() {
    runtime().block_on(async {
        let world = World::new(Engine::Sqlite).await;
        let digest = Digest::of(b"half a publish");
        world.tamper(digest.as_str(), Some(b"half a publish")).await;
        world.catalog.close().await;
        let path = world.data.join("archives/sha256").join(&digest.hex()[..2]);
        let kept_at = fs::metadata(path.join(digest.hex())).unwrap().modified();
        let now = kept_at.unwrap().duration_since(std::time::UNIX_EPOCH);
        let now = i64::try_from(now.unwrap().as_millis()).unwrap();
        let at = |hours: i64| CatalogOptions {
            clock: guild_catalog::Clock::frozen(now + hours * 3_600_000),
            ..world.options()
        };
        let young = upkeep::check(&at(23), Repair::Yes).await.unwrap();
        assert_eq!((young.young_orphans, kinds(&young).len()), (1, 0));
        let old = upkeep::check(&at(25), Repair::Yes).await.unwrap();
        assert_eq!(kinds(&old), ["ORPHAN_ARCHIVE"]);
        assert!(old.is_clean());
        let gone = upkeep::check(&at(25), Repair::No).await.unwrap();
        assert_eq!(gone, CheckReport::default());
        world.end().await;
    });
}

/// A pipe in the place of an archive: whoever reads it waits until somebody writes.
#[cfg(unix)]
fn hold_back(world: &World, digest: &Digest) -> std::path::PathBuf {
    let shelf = world.data.join("archives/sha256").join(&digest.hex()[..2]);
    let path = shelf.join(digest.hex());
    fs::remove_file(&path).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    path
}

#[cfg(unix)]
#[test]
fn an_old_archive_that_is_published_again_while_postgresql_is_mended_stays() {
    runtime().block_on(async {
        let (first, late) = (skill("first", "First"), skill("late", "Late"));
        let elsewhere = World::new(Engine::Sqlite).await;
        let published = elsewhere.publish(&late).await.unwrap().release().clone();
        let world = World::new(Engine::Postgres).await;
        for digest in [&published.digest, &published.root_digest] {
            let parsed = Digest::parse(digest).unwrap();
            let archive = elsewhere.catalog.archive(&parsed).await.unwrap();
            world.tamper(digest, Some(&archive.unwrap().bytes)).await;
        }
        let digest = world
            .publish(&first)
            .await
            .unwrap()
            .release()
            .digest
            .clone();
        let digest = Digest::parse(&digest).unwrap();
        let held = world.catalog.archive(&digest).await.unwrap().unwrap();
        let pipe = hold_back(&world, &digest);
        let next_year = CatalogOptions {
            clock: guild_catalog::Clock::frozen(crate::world::NOW + 365 * 24 * 3_600_000),
            ..world.options()
        };
        let publishing = async {
            // The check has taken its moment of the database when it reads the first archive.
            let (opened, reads) = tokio::sync::oneshot::channel();
            let path = pipe.clone();
            std::thread::spawn(move || opened.send(fs::OpenOptions::new().write(true).open(path)));
            let writer = reads.await.unwrap().unwrap();
            let again = world.publish(&late).await.unwrap().release().clone();
            assert_eq!(again.digest, published.digest);
            std::io::Write::write_all(&mut &writer, &held.bytes).unwrap();
            // Whoever reads it once more finds it as it was.
            fs::remove_file(&pipe).unwrap();
            fs::write(&pipe, &held.bytes).unwrap();
            again
        };
        let (report, again) = tokio::join!(upkeep::check(&next_year, Repair::Yes), publishing);
        let report = report.unwrap();
        assert_eq!(kinds(&report), [""; 0]);
        for digest in [&again.digest, &again.root_digest] {
            let digest = Digest::parse(digest).unwrap();
            let archive = world.catalog.archive(&digest).await;
            assert!(archive.unwrap().is_some(), "{digest}");
        }
        elsewhere.end().await;
        world.end().await;
    });
}

#[test]
fn rows_that_say_what_is_not_so_are_told_of() {
    on_each_engine(async |nobody| {
        let world = used(nobody.engine).await;
        world.catalog.close().await;
        for statement in [
            "DELETE FROM events WHERE sequence = 7",
            "UPDATE releases SET size_bytes = 1 WHERE skill = 'skill-3'",
            "DELETE FROM files WHERE skill = 'skill-4' AND path = 'PAGE.md'",
            "UPDATE releases SET record = '{' WHERE skill = 'skill-5'",
        ] {
            world.execute(statement).await;
        }
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        assert_eq!(kinds(&report), ["RELEASE", "RELEASE", "RELEASE", "EVENTS"]);
        world.end().await;
    });
}

#[test]
fn a_search_index_of_another_database_is_made_anew() {
    runtime().block_on(async {
        let world = used(Engine::Sqlite).await;
        world.catalog.close().await;
        fs::remove_file(world.data.join("catalog.sqlite")).unwrap();
        let empty = world.open_again().await.unwrap();
        empty
            .publish(skill("other", "Other").publication())
            .await
            .unwrap();
        empty.close().await;
        let report = upkeep::check(&world.options(), Repair::No).await.unwrap();
        let orphans = report.young_orphans;
        assert_eq!(
            (kinds(&report).len(), orphans),
            (0, 62),
            "the server saw to it"
        );
        let log = ["log_entries", "log_tiles", "log_head"];
        for table in ["files", "releases", "skills", "events"]
            .into_iter()
            .chain(log)
        {
            world.execute(&format!("DELETE FROM {table}")).await;
        }
        world.execute("UPDATE history SET sequence = 0").await;
        let report = upkeep::check(&world.options(), Repair::Yes).await.unwrap();
        assert_eq!(kinds(&report), ["SEARCH"]);
        assert!(report.is_clean() && !world.data.join("search").exists());
        world.end().await;
    });
}

#[test]
fn where_no_catalog_is_none_is_made() {
    runtime().block_on(async {
        let (_folder, nowhere) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let (_other, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let file = to.data.with_file_name("backup");
        for error in [
            upkeep::check(&nowhere, Repair::Yes).await.unwrap_err(),
            upkeep::migrate(&nowhere, &to).await.unwrap_err(),
            upkeep::back_up(&nowhere, &file).await.unwrap_err(),
        ] {
            assert!(matches!(error, UpkeepError::NoCatalog { .. }), "{error:?}");
        }
        assert!(!nowhere.data.exists() && !file.exists());
    });
}
