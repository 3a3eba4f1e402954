//! What a backup and a restore do when something is not as it should be.

use std::fs;
use std::path::PathBuf;

use guild_catalog::upkeep::{self, Repair, UpkeepError};
use guild_catalog::{Catalog, CatalogOptions, OpenError};
use guild_skill::note::SigningKey;

use crate::postgres;
use crate::upkeep::elsewhere;
use crate::world::{Engine, Shelf, World, on_each_engine, runtime, skill};

/// A small catalog, closed, with a backup of it.
async fn backed_up(engine: Engine) -> (World, PathBuf) {
    let world = World::new(engine).await;
    world.publish(&skill("tea", "Tea")).await.unwrap();
    world.catalog.close().await;
    let file = world.data.with_file_name("backup");
    let moved = upkeep::back_up(&world.options(), &file).await.unwrap();
    assert!(moved.has_log_key);
    (world, file)
}

async fn drop_database(to: &CatalogOptions) {
    if let Some(url) = &to.database {
        postgres::drop_database(url).await;
    }
}

#[test]
fn a_folder_with_the_key_of_another_log_takes_no_backup() {
    on_each_engine(async |nobody| {
        let (world, file) = backed_up(nobody.engine).await;
        let (_folder, to) = elsewhere(nobody.engine, Shelf::Folder).await;
        fs::create_dir(&to.data).unwrap();
        let key = to.data.join("log.key");
        let other = SigningKey::from_seed("other", [7; 32]).unwrap();
        fs::write(&key, other.to_secret_text()).unwrap();
        let error = upkeep::restore(&file, &to).await.unwrap_err();
        assert!(matches!(error, UpkeepError::OtherKey { .. }), "{error:?}");
        let left = fs::read_dir(&to.data).unwrap().count();
        assert_eq!(left, 1, "nothing was written");
        fs::remove_file(&key).unwrap();
        upkeep::restore(&file, &to).await.unwrap();
        Catalog::open(to.clone()).await.unwrap().close().await;
        drop_database(&to).await;
        world.end().await;
    });
}

#[test]
fn a_backup_says_whether_it_holds_the_key_of_the_log() {
    runtime().block_on(async {
        let (world, file) = backed_up(Engine::Sqlite).await;
        fs::remove_file(world.data.join("log.key")).unwrap();
        fs::remove_file(&file).unwrap();
        let moved = upkeep::back_up(&world.options(), &file).await.unwrap();
        assert!(!moved.has_log_key);
        let (_folder, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        assert!(!upkeep::restore(&file, &to).await.unwrap().has_log_key);
        world.end().await;
    });
}

#[test]
fn a_restore_that_broke_off_is_marked_and_done_again() {
    on_each_engine(async |nobody| {
        let (world, file) = backed_up(nobody.engine).await;
        let broken = file.with_file_name("broken");
        fs::copy(&file, &broken).unwrap();
        let change = "UPDATE backup_archives SET content = X'00' WHERE digest = (SELECT MAX(digest) FROM backup_archives)";
        postgres::execute(&format!("sqlite://{}", broken.display()), change).await;
        let (_folder, to) = elsewhere(nobody.engine, Shelf::Folder).await;
        let error = upkeep::restore(&broken, &to).await.unwrap_err();
        assert!(
            matches!(error, UpkeepError::DamagedBackup { .. }),
            "{error:?}"
        );
        let error = Catalog::open(to.clone()).await.unwrap_err();
        assert!(matches!(error, OpenError::HalfRestored { .. }), "{error:?}");
        for error in [
            upkeep::check(&to, Repair::No).await.unwrap_err(),
            upkeep::back_up(&to, &file.with_file_name("half"))
                .await
                .unwrap_err(),
        ] {
            let is_told = matches!(error, UpkeepError::Open(OpenError::HalfRestored { .. }));
            assert!(is_told, "{error:?}");
        }
        upkeep::restore(&file, &to).await.unwrap();
        assert!(upkeep::check(&to, Repair::No).await.unwrap().is_clean());
        Catalog::open(to.clone()).await.unwrap().close().await;
        drop_database(&to).await;
        world.end().await;
    });
}

#[test]
fn a_refused_restore_leaves_the_catalog_that_is_there_as_it_is() {
    runtime().block_on(async {
        let (world, file) = backed_up(Engine::Sqlite).await;
        let (there, _) = backed_up(Engine::Sqlite).await;
        fs::copy(world.data.join("log.key"), there.data.join("log.key")).unwrap();
        let error = upkeep::restore(&file, &there.options()).await.unwrap_err();
        assert!(matches!(error, UpkeepError::NotEmpty { .. }), "{error:?}");
        assert!(!there.data.join("restoring").exists());
        there.end().await;
        world.end().await;
    });
}

#[test]
fn a_backup_that_is_missing_or_damaged_is_said_to_be_so() {
    runtime().block_on(async {
        let (world, file) = backed_up(Engine::Sqlite).await;
        let (_folder, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let nowhere = file.with_file_name("nonesuch");
        let error = upkeep::restore(&nowhere, &to).await.unwrap_err();
        assert!(matches!(error, UpkeepError::NoBackup { .. }), "{error:?}");
        let sound = fs::read(&file).unwrap();
        let mut archive = sound.clone();
        let start = sound
            .windows(4)
            .position(|bytes| bytes == b"PK\x03\x04")
            .unwrap();
        archive[start + 4] ^= 1;
        let mut pages = sound;
        for page in pages.chunks_mut(4096).skip(1) {
            page[0] = 0xff;
        }
        for bytes in [archive, pages] {
            fs::write(&file, bytes).unwrap();
            let error = upkeep::restore(&file, &to).await.unwrap_err();
            let is_told = matches!(error, UpkeepError::DamagedBackup { .. });
            assert!(is_told, "{error:?}");
        }
        world.end().await;
    });
}

#[test]
fn a_catalog_does_not_move_to_a_file() {
    runtime().block_on(async {
        let (world, _) = backed_up(Engine::Sqlite).await;
        let (_folder, to) = elsewhere(Engine::Sqlite, Shelf::Folder).await;
        let error = upkeep::migrate(&world.options(), &to).await.unwrap_err();
        assert!(matches!(error, UpkeepError::NoServer), "{error:?}");
        assert!(!to.data.exists(), "nothing was written");
        world.end().await;
    });
}

#[test]
fn a_copy_that_lacks_the_key_names_where_it_should_be() {
    on_each_engine(async |nobody| {
        let (world, _) = backed_up(nobody.engine).await;
        let key = world.data.join("log.key");
        fs::remove_file(&key).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let error = upkeep::copy_of(&world.options(), folder.path())
            .await
            .unwrap_err();
        let path = key.display().to_string();
        assert!(error.to_string().contains(&path), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        world.end().await;
    });
}
