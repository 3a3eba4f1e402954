//! The transparency log: what is published stands in it, provably, on every engine and whoever published it.

use std::fs;

use guild_catalog::{Catalog, CatalogOptions, Clock, LogOptions, OpenError, Reason};
use guild_skill::log::{Checkpoint, Entry, EntryKind, Hash, Proof, TileId, leaf_hash, node_hash};
use guild_skill::note::VerifierKey;
use semver::Version;

use crate::world::{Engine, NOW, World, on_each_engine, skill};

/// The root of a list of leaves, as RFC 6962 defines it.
fn naive(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of_empty_tree(),
        [leaf] => *leaf,
        _ => {
            let middle = leaves.len().next_power_of_two() / 2;
            node_hash(&naive(&leaves[..middle]), &naive(&leaves[middle..]))
        }
    }
}

async fn key(catalog: &Catalog) -> VerifierKey {
    VerifierKey::parse(&catalog.log_head().await.unwrap().key).unwrap()
}

async fn checkpoint(catalog: &Catalog) -> Checkpoint {
    let head = catalog.log_head().await.unwrap();
    Checkpoint::verify(&head.checkpoint, &key(catalog).await).unwrap()
}

/// All entries, read bundle by bundle, and the tree over them held against the signed head.
async fn entries(catalog: &Catalog) -> Vec<String> {
    let head = checkpoint(catalog).await;
    let mut entries = Vec::new();
    for index in 0..head.size.div_ceil(256) {
        let width = (head.size - index * 256).min(256);
        let bundle = catalog.log_entries(index, width).await.unwrap().unwrap();
        let mut rest = bundle.bytes.as_slice();
        while let Some((length, after)) = rest.split_first_chunk::<2>() {
            let (entry, after) = after.split_at(usize::from(u16::from_be_bytes(*length)));
            entries.push(String::from_utf8(entry.to_vec()).unwrap());
            rest = after;
        }
        let tile = catalog.log_tile(TileId { level: 0, index }, width).await;
        let hashes = tile.unwrap().unwrap().bytes;
        let first = usize::try_from(index * 256).unwrap();
        let expected = entries[first..]
            .iter()
            .flat_map(|entry| leaf_hash(entry.as_bytes()).0);
        assert_eq!(hashes, expected.collect::<Vec<u8>>());
    }
    let leaves: Vec<Hash> = entries
        .iter()
        .map(|entry| leaf_hash(entry.as_bytes()))
        .collect();
    assert_eq!(naive(&leaves), head.root);
    entries
}

/// What happened, of the second line of each entry.
async fn story(catalog: &Catalog) -> Vec<String> {
    let entries = entries(catalog).await;
    entries
        .iter()
        .map(|entry| entry.lines().nth(1).unwrap().to_owned())
        .collect()
}

/// Holds the proof of a release against the log's key and against the release itself.
async fn prove(catalog: &Catalog, name: &str, version: &str) {
    let (name, version) = (name.parse().unwrap(), Version::parse(version).unwrap());
    let release = catalog.release(&name, &version).await.unwrap().unwrap();
    let logged = catalog
        .log_entry(&name, &release.version)
        .await
        .unwrap()
        .unwrap();
    let proof = Proof::parse(&logged.proof).unwrap();
    let head = proof
        .verify(logged.entry.as_bytes(), &key(catalog).await)
        .unwrap();
    assert_eq!(
        (head.size > logged.index, proof.index),
        (true, logged.index)
    );
    let entry: Entry = logged.entry.parse().unwrap();
    let published = match entry.kind {
        EntryKind::Published(published) => Some(published),
        EntryKind::Yanked | EntryKind::Unyanked | EntryKind::Deleted => None,
    };
    let published = published.unwrap();
    assert_eq!(published.archive.as_str(), release.digest);
    assert_eq!(published.files.as_str(), release.tree_digest);
}

#[test]
fn what_is_published_stands_in_the_log_and_is_proved() {
    on_each_engine(async |world| {
        assert_eq!(checkpoint(&world.catalog).await.size, 0);
        for version in ["1.0.0", "1.1.0"] {
            world
                .publish(&skill("adr-writer", "ADR Writer").version(version))
                .await
                .unwrap();
        }
        let again = world
            .publish(&skill("adr-writer", "ADR Writer").version("1.1.0"))
            .await;
        again.unwrap();
        assert_eq!(
            story(&world.catalog).await,
            [
                "RELEASE_PUBLISHED adr-writer 1.0.0",
                "RELEASE_PUBLISHED adr-writer 1.1.0"
            ]
        );
        prove(&world.catalog, "adr-writer", "1.0.0").await;
        prove(&world.catalog, "adr-writer", "1.1.0").await;
        let name = "adr-writer".parse().unwrap();
        assert_eq!(world.catalog.log_entry(&name, "1.2.0").await.unwrap(), None);
    });
}

#[test]
fn many_who_publish_at_once_make_one_history() {
    on_each_engine(async |world| {
        let second = match world.engine {
            Engine::Sqlite => world.catalog.clone(),
            Engine::Postgres => world.open_again().await.unwrap(),
        };
        let publish = |number: usize| {
            let catalog = if number.is_multiple_of(2) {
                &world.catalog
            } else {
                &second
            };
            let publication = skill(&format!("skill-{number}"), "Title").publication();
            let catalog = catalog.clone();
            tokio::spawn(async move { catalog.publish(publication).await.unwrap() })
        };
        let tasks: Vec<_> = (0..12).map(publish).collect();
        for task in tasks {
            task.await.unwrap();
        }
        let mut story = story(&second).await;
        story.sort();
        story.dedup();
        assert_eq!(story.len(), 12);
        for number in 0..12 {
            prove(&world.catalog, &format!("skill-{number}"), "0.1.0").await;
        }
        assert_eq!(key(&second).await, key(&world.catalog).await);
        if world.engine == Engine::Postgres {
            second.close().await;
        }
    });
}

#[test]
fn a_catalog_from_before_the_log_is_followed_in_order() {
    on_each_engine(async |mut world| {
        for number in 0..5 {
            world
                .publish(&skill(&format!("skill-{number}"), "Title"))
                .await
                .unwrap();
        }
        let before = entries(&world.catalog).await;
        for table in ["log_head", "log_entries", "log_tiles"] {
            world.execute(&format!("DELETE FROM {table}")).await;
        }
        world.restart().await;
        assert_eq!(entries(&world.catalog).await, before);
        world.publish(&skill("another", "Another")).await.unwrap();
        prove(&world.catalog, "another", "0.1.0").await;
        prove(&world.catalog, "skill-0", "0.1.0").await;
    });
}

#[test]
fn what_an_older_guild_wrote_past_the_log_is_followed() {
    on_each_engine(async |mut world| {
        for number in 0..3 {
            world
                .publish(&skill(&format!("skill-{number}"), "Title"))
                .await
                .unwrap();
        }
        let before = entries(&world.catalog).await;
        // As if the log had come to its second event alone.
        world
            .execute("DELETE FROM log_entries WHERE position > 0")
            .await;
        world.execute("DELETE FROM log_tiles").await;
        world
            .execute("UPDATE log_head SET size = 0, sequence = 0")
            .await;
        world.execute("DELETE FROM log_entries").await;
        world.restart().await;
        assert_eq!(entries(&world.catalog).await, before);
    });
}

#[test]
fn a_tree_of_more_than_one_tile_is_proved_from_end_to_end() {
    on_each_engine(async |mut world| {
        world
            .publish(&skill("adr-writer", "ADR Writer"))
            .await
            .unwrap();
        let text = "INSERT INTO events (sequence, kind, skill, version, occurred_at) \
             SELECT n, 'RELEASE_YANKED', 'adr-writer', '0.1.0', n FROM \
             (WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1300) SELECT n FROM numbers) made";
        world.execute(text).await;
        world.execute("UPDATE history SET sequence = 1300").await;
        world.restart().await;
        assert_eq!(entries(&world.catalog).await.len(), 1300);
        world.publish(&skill("last", "Last")).await.unwrap();
        prove(&world.catalog, "adr-writer", "0.1.0").await;
        prove(&world.catalog, "last", "0.1.0").await;
        let level = world
            .catalog
            .log_tile(TileId { level: 1, index: 0 }, 5)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(level.bytes.len(), 5 * 32);
        assert_eq!(
            world
                .catalog
                .log_tile(TileId { level: 1, index: 0 }, 6)
                .await
                .unwrap(),
            None
        );
        assert_eq!(
            world.catalog.log_entries(u64::MAX, 256).await.unwrap(),
            None
        );
        assert_eq!(
            world
                .catalog
                .log_tile(
                    TileId {
                        level: 63,
                        index: 0
                    },
                    1
                )
                .await
                .unwrap(),
            None
        );
    });
}

#[test]
fn the_log_goes_on_under_its_own_key_alone() {
    on_each_engine(async |mut world| {
        world
            .publish(&skill("adr-writer", "ADR Writer"))
            .await
            .unwrap();
        let path = world.data.join("log.key");
        let wanted = key(&world.catalog).await;
        let secret = fs::read_to_string(&path).unwrap();
        world.catalog.close().await;
        fs::remove_file(&path).unwrap();
        let error = world.open_again().await.unwrap_err();
        assert!(
            matches!(&error, OpenError::NoLogKey { path: there, .. } if *there == path),
            "{error:?}"
        );
        assert!(
            !path.exists(),
            "no other key is made for a log that has one"
        );
        fs::write(&path, "PRIVATE+KEY+nonsense").unwrap();
        let error = world.open_again().await.unwrap_err();
        assert!(matches!(error, OpenError::BadLogKey { .. }), "{error:?}");
        let other = World::new(world.engine).await;
        fs::copy(other.data.join("log.key"), &path).unwrap();
        other.end().await;
        let error = world.open_again().await.unwrap_err();
        assert!(
            matches!(&error, OpenError::OtherLogKey { wanted: said, .. } if *said == wanted.to_string()),
            "{error:?}"
        );
        fs::write(&path, secret).unwrap();
        world.catalog = world.open_again().await.unwrap();
        prove(&world.catalog, "adr-writer", "0.1.0").await;
    });
}

#[test]
fn a_log_is_named_by_who_runs_it_and_its_key_is_its_owners() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = CatalogOptions {
        data: folder.path().join("data"),
        database: None,
        archives: None,
        log: LogOptions {
            key: None,
            origin: Some("skills.example/log".to_owned()),
        },
        clock: Clock::frozen(NOW),
    };
    let catalog = runtime.block_on(Catalog::open(options)).unwrap();
    let head = runtime.block_on(checkpoint(&catalog));
    assert_eq!(head.origin, "skills.example/log");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = fs::metadata(folder.path().join("data/log.key")).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    }
    runtime.block_on(catalog.close());
}

#[test]
fn what_is_withdrawn_put_back_and_deleted_stands_in_the_log_too() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea maker");
        let published = world.catalog.publish_by(tea.publication(), &anna).await;
        published.unwrap();
        let (name, version) = (tea.name(), Version::new(0, 1, 0));
        let reason: Reason = "It boils the tea.".parse().unwrap();
        for reason in [Some(&reason), None] {
            let changed = world
                .catalog
                .set_yanked(&anna, (&name, &version), reason)
                .await;
            changed.unwrap();
        }
        world
            .catalog
            .delete_skill(&anna, &name, None)
            .await
            .unwrap();
        assert_eq!(
            story(&world.catalog).await,
            [
                "RELEASE_PUBLISHED tea-maker 0.1.0",
                "RELEASE_YANKED tea-maker 0.1.0",
                "RELEASE_UNYANKED tea-maker 0.1.0",
                "SKILL_DELETED tea-maker"
            ]
        );
        let entries = entries(&world.catalog).await;
        assert!(entries[0].ends_with("\nby ACCOUNT anna\n"), "{entries:?}");
    });
}
