//! A database that goes away and comes back, and one that many want at once.

use std::time::{Duration, Instant};

use guild_catalog::{Catalog, CatalogOptions, Clock, LogOptions};
use guild_skill::Digest;
use tokio::time::timeout;

use crate::postgres;
use crate::world::{Engine, NOW, World, everything, open, runtime, skill};

/// Far longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn while_postgresql_restarts_writes_fail_cleanly_and_then_all_goes_on() {
    let server = postgres::private();
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let catalog = open(folder.path().to_owned(), Some(server.url()))
            .await
            .unwrap();
        let mut acknowledged = Vec::new();
        for number in 0..5 {
            let skill = skill(&format!("before-{number}"), "Before");
            catalog.publish(skill.publication()).await.unwrap();
            acknowledged.push(skill.name);
        }
        server.stop();
        let while_away = skill("while-away", "While away");
        let failing = async {
            let error = catalog.publish(while_away.publication()).await.unwrap_err();
            assert!(error.is_passing(), "{error:?}");
            let error = catalog.skills(everything()).await.unwrap_err();
            assert!(error.is_passing(), "{error:?}");
            assert!(catalog.is_ready().await.unwrap_err().is_passing());
        };
        timeout(PATIENCE, failing)
            .await
            .expect("none of them hangs");
        server.start_again();
        let recovering =
            async { while catalog.publish(while_away.publication()).await.is_err() {} };
        timeout(PATIENCE, recovering).await.expect("it recovers");
        acknowledged.push(while_away.name);
        for name in acknowledged {
            let skill = catalog
                .skill(&skill(&name, "").name())
                .await
                .unwrap()
                .unwrap();
            let digest = Digest::parse(&skill.latest.digest).unwrap();
            assert!(catalog.archive(&digest).await.unwrap().is_some());
        }
        catalog.is_ready().await.unwrap();
        catalog.close().await;
    });
}

#[test]
fn what_one_node_publishes_another_hears_of_by_itself() {
    runtime().block_on(async {
        let world = World::new(Engine::Postgres).await;
        // Nodes of one database sign with one key.
        let data = world.data.with_file_name("other");
        std::fs::create_dir_all(&data).unwrap();
        std::fs::copy(world.data.join("log.key"), data.join("log.key")).unwrap();
        let other = open(data, world.database.clone()).await.unwrap();
        for number in 1..=5 {
            let skill = skill(&format!("skill-{number}"), "Skill");
            world.publish(&skill).await.unwrap();
            let began = Instant::now();
            let hearing = async {
                while other.generation() < number {
                    tokio::task::yield_now().await;
                }
            };
            timeout(PATIENCE, hearing).await.expect("it hears of it");
            println!("heard after {:?}", began.elapsed());
        }
        other.close().await;
        world.end().await;
    });
}

#[test]
fn two_hundred_clients_at_once_never_find_the_database_locked() {
    runtime().block_on(async {
        let world = World::new(Engine::Sqlite).await;
        let client = |number: u32| {
            let catalog = world.catalog.clone();
            tokio::spawn(async move {
                let skill = skill(&format!("skill-{number}"), &format!("Skill {number}"));
                match number % 4 {
                    0 => catalog
                        .publish(skill.publication())
                        .await
                        .map(|_| ())
                        .map_err(|error| format!("{error:?}")),
                    _ => catalog
                        .skills(everything())
                        .await
                        .map(|_| ())
                        .map_err(|error| format!("{error:?}")),
                }
            })
        };
        let clients: Vec<_> = (0..200).map(client).collect();
        for client in clients {
            client.await.unwrap().unwrap();
        }
        assert_eq!(world.catalog.generation(), 50);
        world.end().await;
    });
}

#[test]
fn a_clock_that_goes_back_stops_nothing() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let now = Arc::new(AtomicI64::new(NOW));
        let told = Arc::clone(&now);
        let options = CatalogOptions {
            data: folder.path().to_owned(),
            database: None,
            archives: None,
            log: LogOptions::default(),
            clock: Clock::new(move || told.load(Ordering::SeqCst)),
        };
        let catalog = Catalog::open(options).await.unwrap();
        catalog
            .publish(skill("first", "First").publication())
            .await
            .unwrap();
        now.store(NOW - 24 * 60 * 60 * 1000, Ordering::SeqCst);
        catalog
            .publish(skill("second", "Second").publication())
            .await
            .unwrap();
        let events = catalog
            .events(0, guild_catalog::PageRequest::FIRST)
            .await
            .unwrap();
        let order: Vec<_> = events
            .items
            .iter()
            .map(|event| (event.sequence, event.skill.as_str()))
            .collect();
        assert_eq!(
            order,
            [(1, "first"), (2, "second")],
            "the order is that of the sequence"
        );
        catalog.close().await;
    });
}
