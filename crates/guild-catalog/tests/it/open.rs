//! Opening, and why it may be refused.

use std::fs;

use guild_catalog::{OpenError, PageRequest};

use crate::postgres;
use crate::world::{Engine, on_each_engine, open, skill};

#[test]
fn what_was_published_is_there_after_a_restart() {
    on_each_engine(async |mut world| {
        let release = world
            .publish(&skill("adr-writer", "ADR Writer"))
            .await
            .unwrap()
            .release()
            .clone();
        world.restart().await;
        let entry = world
            .catalog
            .skill(&skill("adr-writer", "").name())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(entry.latest, release);
        assert_eq!(world.catalog.generation(), 1);
        world.catalog.close().await;
    });
}

#[cfg(unix)]
#[test]
fn a_new_data_folder_is_its_owners_alone_and_one_that_is_there_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    crate::world::runtime().block_on(async {
        let root = tempfile::tempdir().unwrap();
        let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
        let (plain, new) = (root.path().join("plain"), root.path().join("above/new"));
        fs::create_dir(&plain).unwrap();
        let there = root.path().join("there");
        fs::create_dir(&there).unwrap();
        fs::set_permissions(&there, fs::Permissions::from_mode(0o755)).unwrap();
        for (data, kept) in [(&new, 0o700), (&there, 0o755)] {
            let catalog = open(data.clone(), None).await.unwrap();
            assert_eq!(mode(data), kept, "{}", data.display());
            for file in ["catalog.sqlite", "catalog.sqlite-wal", "log.key"] {
                assert_eq!(mode(&data.join(file)), 0o600, "{file}");
            }
            catalog.close().await;
        }
        let above = new.parent().unwrap();
        assert_eq!(mode(above), mode(&plain), "that is a folder as any other");
    });
}

#[test]
fn a_database_of_a_newer_version_is_refused_and_left_alone() {
    on_each_engine(async |world| {
        world.catalog.close().await;
        world
            .execute(
                "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 SELECT 4711, 'from the future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
            )
            .await;
        let error = world.open_again().await.unwrap_err();
        assert!(
            matches!(error, OpenError::NewerVersion { found: 4711, .. }),
            "{error:?}"
        );
        assert!(
            error.to_string().contains("it takes a newer guild"),
            "{error}"
        );
    });
}

#[test]
fn two_servers_never_share_a_folder_with_sqlite_and_may_with_postgresql() {
    on_each_engine(async |world| {
        world
            .publish(&skill("adr-writer", "ADR Writer"))
            .await
            .unwrap();
        match (world.engine, world.open_again().await) {
            (Engine::Sqlite, Err(OpenError::Locked { path, process })) => {
                assert_eq!(
                    (path, process),
                    (world.data.clone(), Some(std::process::id()))
                );
            }
            (Engine::Postgres, Ok(second)) => {
                second
                    .publish(skill("second", "Second").publication())
                    .await
                    .unwrap();
                assert_eq!(
                    world.find("second").await,
                    ["second"],
                    "what another node published"
                );
                second.close().await;
            }
            (_, outcome) => panic!("{outcome:?}"),
        }
    });
}

#[test]
fn a_folder_is_free_again_when_its_server_is_closed() {
    on_each_engine(async |world| {
        world.catalog.close().await;
        let second = world.open_again().await.unwrap();
        second.is_ready().await.unwrap();
        second.close().await;
    });
}

#[test]
fn a_data_folder_that_cannot_be_written_is_named() {
    on_each_engine(async |world| {
        // A file stands where the folder would have to be; this stops root too, whom modes do not.
        let file = world.data.with_file_name("file");
        fs::write(&file, "").unwrap();
        for data in [file.clone(), file.join("data")] {
            let error = open(data.clone(), world.database.clone())
                .await
                .unwrap_err();
            assert!(matches!(error, OpenError::NotWritable { .. }), "{error:?}");
            assert!(
                error.to_string().contains(data.to_str().unwrap()),
                "{error}"
            );
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_file_system_is_named() {
    on_each_engine(async |world| {
        // The kernel refuses everyone here, root included.
        let error = open("/proc/sys/guild".into(), world.database.clone())
            .await
            .unwrap_err();
        assert!(matches!(error, OpenError::NotWritable { .. }), "{error:?}");
    });
}

#[test]
fn a_file_that_is_no_database_is_named() {
    on_each_engine(async |world| {
        let path = world.data.with_file_name("notes.txt");
        fs::write(&path, "This is no database. ".repeat(1_000)).unwrap();
        let error = open(
            world.data.with_file_name("other"),
            path.to_str().map(str::to_owned),
        )
        .await
        .unwrap_err();
        assert!(matches!(error, OpenError::NotADatabase { .. }), "{error:?}");
        assert!(error.to_string().contains("notes.txt"), "{error}");
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .starts_with("This is no database.")
        );
    });
}

#[test]
fn a_server_that_does_not_answer_is_named_by_its_host_and_never_by_its_password() {
    on_each_engine(async |world| {
        let data = world.data.with_file_name("other");
        let url = "postgres://guild:secret@127.0.0.1:1/catalog".to_owned();
        let error = open(data, Some(url)).await.unwrap_err();
        assert!(
            matches!(&error, OpenError::Unreachable { host, .. } if host == "127.0.0.1:1"),
            "{error:?}"
        );
        assert!(
            !format!("{error} {error:?}").contains("secret"),
            "{error:?}"
        );
    });
}

#[test]
fn a_server_that_refuses_us_is_named() {
    on_each_engine(async |world| {
        let url = postgres::database().await;
        let url = format!("{url}_that_is_not_there");
        let error = open(world.data.with_file_name("other"), Some(url))
            .await
            .unwrap_err();
        assert!(matches!(error, OpenError::Refused { .. }), "{error:?}");
    });
}

#[test]
fn an_address_of_another_kind_is_refused() {
    on_each_engine(async |world| {
        for address in [
            "mysql://localhost/guild",
            "",
            "sqlite:",
            "postgres://[",
            "a\0b",
        ] {
            let data = world.data.with_file_name("other");
            let error = open(data, Some(address.to_owned())).await.unwrap_err();
            assert!(
                matches!(error, OpenError::BadAddress { .. }),
                "{address:?}: {error:?}"
            );
        }
    });
}

#[test]
fn a_folder_with_signs_in_its_name_is_a_folder() {
    on_each_engine(async |world| {
        let data = world.data.with_file_name("a b%20c?d#e&f=ü");
        let database = data.join("my catalog?.sqlite").to_str().map(str::to_owned);
        let catalog = open(data.clone(), database).await.unwrap();
        catalog
            .publish(skill("adr-writer", "ADR Writer").publication())
            .await
            .unwrap();
        assert_eq!(
            catalog.packs(PageRequest::FIRST).await.unwrap().total_items,
            1
        );
        catalog.close().await;
        assert!(data.join("my catalog?.sqlite").is_file());
    });
}
