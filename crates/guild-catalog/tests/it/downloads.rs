//! Downloads: counted in memory, kept in batches, and added up.

use std::fs;

use crate::world::{Engine, NOW, World, on_each_engine, open, skill};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

async fn counts(world: &World) -> (u64, u64) {
    let name = skill("tea-maker", "Tea Maker").name();
    let entry = world.catalog.skill(&name).await.unwrap().unwrap();
    let opinion = entry.opinion;
    (opinion.download_count, opinion.recent_download_count)
}

fn count(world: &World, version: &str, times: u32) {
    let name = skill("tea-maker", "Tea Maker").name();
    let counter = world
        .catalog
        .download_counter(&name, &version.parse().unwrap());
    for _ in 0..times {
        counter.count();
    }
}

#[test]
fn what_was_counted_is_kept_when_the_catalog_closes() {
    on_each_engine(async |mut world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        world
            .publish(&tea.clone().version("1.1.0").summary("Sencha."))
            .await
            .unwrap();
        count(&world, "1.0.0", 3);
        assert_eq!(counts(&world).await, (0, 0), "in memory");
        world.restart().await;
        assert_eq!(counts(&world).await, (3, 3));
        count(&world, "1.1.0", 2);
        world.restart_at(NOW + 30 * DAY_MS).await;
        let name = tea.name();
        let of = async |version: &str| {
            let version = version.parse().unwrap();
            world.catalog.downloads_of(&name, &version).await.unwrap()
        };
        assert_eq!((of("1.0.0").await, of("1.1.0").await), (3, 2));
        assert_eq!(counts(&world).await, (5, 0), "a month later");
        count(&world, "1.1.0", 1);
        world.catalog.keep_downloads().await.unwrap();
        assert_eq!(counts(&world).await, (6, 1));
        world.catalog.close().await;
    });
}

#[test]
fn threads_and_nodes_add_up() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        // Two nodes share a database of PostgreSQL; a file has one.
        let folder = tempfile::tempdir().unwrap();
        let other = match world.engine {
            Engine::Sqlite => None,
            Engine::Postgres => {
                let data = folder.path().join("data");
                fs::create_dir_all(&data).unwrap();
                fs::copy(world.data.join("log.key"), data.join("log.key")).unwrap();
                Some(open(data, world.database.clone()).await.unwrap())
            }
        };
        let nodes: Vec<_> = [Some(world.catalog.clone()), other.clone()]
            .into_iter()
            .flatten()
            .collect();
        let mut threads = tokio::task::JoinSet::new();
        for node in nodes.iter().cycle().take(8) {
            let (node, name) = (node.clone(), tea.name());
            threads.spawn(async move {
                let version = "1.0.0".parse().unwrap();
                for _ in 0..50 {
                    node.download_counter(&name, &version).count();
                }
                node.keep_downloads().await.unwrap();
            });
        }
        threads.join_all().await;
        for node in &nodes {
            node.keep_downloads().await.unwrap();
        }
        assert_eq!(counts(&world).await, (400, 400));
        if let Some(node) = other {
            node.close().await;
        }
    });
}
