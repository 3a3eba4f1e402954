//! How releases come in.

use guild_catalog::{PageRequest, PublishError, Published};
use guild_skill::wire::EventKind;
use tokio::task::JoinSet;

use crate::world::{NOW, on_each_engine, pack_name, skill};

#[test]
fn a_published_skill_is_shown_with_its_record_and_release() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer")
            .summary("Records a decision.")
            .change("Nov 20, 2026: New skill.");
        let Published::Created(release) = world.publish(&adr).await.unwrap() else {
            panic!("it is new")
        };
        assert_eq!(
            (
                release.version.as_str(),
                release.file_count,
                release.is_yanked
            ),
            ("0.1.0", 2, false)
        );
        assert_eq!(release.published_at, "2026-11-21T12:00:00Z");
        let entry = world.catalog.skill(&adr.name()).await.unwrap().unwrap();
        assert_eq!(entry.latest, release);
        assert_eq!(
            (entry.pack, entry.pack_label.as_str()),
            (pack_name("test-pack"), "Test pack")
        );
        assert_eq!(
            (entry.record.title.as_str(), entry.record.summary.as_str()),
            ("ADR Writer", "Records a decision.")
        );
        assert_eq!(entry.updated_at, Some(NOW - NOW % 86_400_000 - 86_400_000));
    });
}

#[test]
fn the_same_files_again_change_nothing() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        let first = world.publish(&adr).await.unwrap().release().clone();
        let generation = world.catalog.generation();
        assert_eq!(
            world.publish(&adr).await.unwrap(),
            Published::Unchanged(first)
        );
        assert_eq!(world.catalog.generation(), generation);
        assert_eq!(
            world
                .catalog
                .events(0, PageRequest::FIRST)
                .await
                .unwrap()
                .total_items,
            1
        );
    });
}

#[test]
fn other_files_without_a_version_are_the_next_patch() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        for (version, body) in [("0.1.0", "One."), ("0.1.1", "Two."), ("0.1.2", "Three.")] {
            let published = world.publish(&adr.clone().body(body)).await.unwrap();
            assert_eq!(published.release().version, version);
        }
        let events = world
            .catalog
            .events(0, PageRequest::FIRST)
            .await
            .unwrap()
            .items;
        let kinds: Vec<_> = events
            .iter()
            .map(|event| (event.sequence, event.kind))
            .collect();
        let (listed, published) = (EventKind::SkillListed, EventKind::ReleasePublished);
        assert_eq!(kinds, [(1, listed), (2, published), (3, published)]);
    });
}

#[test]
fn the_version_of_skill_md_is_the_releases() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        let published = world.publish(&adr.clone().version("2.0.0")).await.unwrap();
        assert_eq!(published.release().version, "2.0.0");
        let published = world
            .publish(&adr.clone().body("No version."))
            .await
            .unwrap();
        assert_eq!(published.release().version, "2.0.1");
        let published = world
            .publish(&adr.body("No semantic version.").version("three"))
            .await
            .unwrap();
        assert_eq!(published.release().version, "2.0.2");
    });
}

#[test]
fn a_version_is_never_given_to_other_files() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer").version("1.0.0");
        world.publish(&adr).await.unwrap();
        for version in ["1.0.0", "1.0.0+build.2"] {
            let error = world
                .publish(&adr.clone().body("Other.").version(version))
                .await
                .unwrap_err();
            assert!(
                matches!(&error, PublishError::VersionTaken { .. }),
                "{error}"
            );
            assert!(
                error.to_string().contains("raise `metadata.version`"),
                "{error}"
            );
        }
        assert_eq!(
            world
                .catalog
                .releases(&adr.name(), PageRequest::FIRST)
                .await
                .unwrap()
                .unwrap()
                .total_items,
            1
        );
    });
}

#[test]
fn a_release_of_an_older_line_does_not_stand_for_the_skill() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        for version in ["1.0.0", "2.0.0", "1.0.1", "2.1.0-rc.1"] {
            world
                .publish(&adr.clone().version(version).body(version))
                .await
                .unwrap();
        }
        let entry = world.catalog.skill(&adr.name()).await.unwrap().unwrap();
        assert_eq!(entry.latest.version, "2.0.0");
        assert!(entry.record.skill_md.contains("version: \"2.0.0\""));
        let releases = world
            .catalog
            .releases(&adr.name(), PageRequest::FIRST)
            .await
            .unwrap()
            .unwrap();
        let versions: Vec<_> = releases
            .items
            .iter()
            .map(|release| release.version.as_str())
            .collect();
        assert_eq!(versions, ["2.1.0-rc.1", "2.0.0", "1.0.1", "1.0.0"]);
    });
}

#[test]
fn a_skill_belongs_to_one_pack() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        world.publish(&adr).await.unwrap();
        let error = world
            .publish(&adr.clone().pack("Other pack"))
            .await
            .unwrap_err();
        assert!(matches!(error, PublishError::OtherPack { .. }), "{error}");
        let packs = world.catalog.packs(PageRequest::FIRST).await.unwrap();
        assert_eq!((packs.total_items, packs.items[0].skill_count), (1, 1));
    });
}

#[test]
fn of_many_who_publish_one_version_exactly_one_creates_it() {
    on_each_engine(async |world| {
        let mut publishers = JoinSet::new();
        for number in 0..20 {
            let catalog = world.catalog.clone();
            let adr = skill("adr-writer", "ADR Writer")
                .version("1.0.0")
                .body(&format!("Text {number}."));
            publishers.spawn(async move { catalog.publish(adr.publication()).await });
        }
        let outcomes = publishers.join_all().await;
        let created = outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Ok(Published::Created(_))))
            .count();
        let taken = outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Err(PublishError::VersionTaken { .. })))
            .count();
        assert_eq!((created, taken), (1, 19), "{outcomes:?}");
    });
}

#[test]
fn of_many_who_publish_the_same_files_exactly_one_creates_them() {
    on_each_engine(async |world| {
        let mut publishers = JoinSet::new();
        for _ in 0..20 {
            let catalog = world.catalog.clone();
            publishers.spawn(async move {
                catalog
                    .publish(skill("adr-writer", "ADR Writer").publication())
                    .await
            });
        }
        let outcomes: Vec<_> = publishers
            .join_all()
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let created = outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Published::Created(_)))
            .count();
        assert_eq!(created, 1);
        assert!(
            outcomes
                .iter()
                .all(|outcome| outcome.release() == outcomes[0].release())
        );
    });
}

#[test]
fn many_skills_at_once_are_all_listed_and_each_event_has_its_place() {
    on_each_engine(async |world| {
        let mut publishers = JoinSet::new();
        for number in 0..40 {
            let catalog = world.catalog.clone();
            publishers.spawn(async move {
                catalog
                    .publish(skill(&format!("skill-{number}"), "Skill").publication())
                    .await
            });
        }
        publishers
            .join_all()
            .await
            .into_iter()
            .for_each(|outcome| drop(outcome.unwrap()));
        let events = world
            .catalog
            .events(0, PageRequest::FIRST)
            .await
            .unwrap()
            .items;
        let places: Vec<u64> = events.iter().map(|event| event.sequence).collect();
        assert_eq!(places, (1..=40).collect::<Vec<u64>>());
        assert_eq!(world.catalog.generation(), 40);
    });
}

#[test]
fn of_many_at_once_those_that_are_refused_leave_nothing_behind() {
    on_each_engine(async |world| {
        let there = |number: usize| skill(&format!("there-{number}"), "There").version("1.0.0");
        for number in 0..10 {
            world.publish(&there(number)).await.unwrap();
        }
        let mut publishers = JoinSet::new();
        for number in 0..30 {
            let catalog = world.catalog.clone();
            let skill = match number % 3 {
                0 => skill(&format!("new-{number}"), "New"),
                1 => there(number / 3),
                _ => there(number / 3).body("Other text."),
            };
            publishers.spawn(async move { (number, catalog.publish(skill.publication()).await) });
        }
        for (number, outcome) in publishers.join_all().await {
            let is_so = match number % 3 {
                0 => matches!(outcome, Ok(Published::Created(_))),
                1 => matches!(outcome, Ok(Published::Unchanged(_))),
                _ => matches!(outcome, Err(PublishError::VersionTaken { .. })),
            };
            assert!(is_so, "{number}: {outcome:?}");
        }
        let events = world.catalog.events(0, PageRequest::FIRST).await.unwrap();
        let places: Vec<u64> = events.items.iter().map(|event| event.sequence).collect();
        assert_eq!(places, (1..=20).collect::<Vec<u64>>());
        assert_eq!(world.catalog.log_head().await.unwrap().size, 20);
        for number in (0..30).step_by(3) {
            let name = skill(&format!("new-{number}"), "New").name();
            let version = &semver::Version::new(0, 1, 0);
            let found = world.catalog.release(&name, version).await;
            assert!(found.unwrap().is_some(), "{number}");
        }
    });
}

#[test]
fn the_developer_pack_is_listed_once_and_dated_by_its_changes() {
    on_each_engine(async |world| {
        let listed = world.catalog.list_developer_pack().await.unwrap();
        assert!(
            listed
                .iter()
                .all(|skill| matches!(skill.published, Published::Created(_))),
            "{listed:?}"
        );
        let again = world.catalog.list_developer_pack().await.unwrap();
        assert!(
            again
                .iter()
                .all(|skill| matches!(skill.published, Published::Unchanged(_))),
            "{again:?}"
        );
        let packs = world.catalog.packs(PageRequest::FIRST).await.unwrap();
        assert_eq!(
            (packs.items[0].label.as_str(), packs.items[0].skill_count),
            ("Developer pack", listed.len() as u64)
        );
        for skill in &listed {
            let entry = world.catalog.skill(&skill.name).await.unwrap().unwrap();
            let dated = entry
                .updated_at
                .map_or("2026-11-21T12:00:00Z".to_owned(), guild_catalog::rfc3339);
            assert_eq!(entry.latest.published_at, dated, "{}", skill.name);
        }
    });
}

#[test]
fn a_skill_of_the_developer_pack_that_stands_in_another_pack_is_left_alone() {
    on_each_engine(async |world| {
        world
            .publish(&skill("adr-writer", "Our own").pack("Our pack"))
            .await
            .unwrap();
        let listed = world.catalog.list_developer_pack().await.unwrap();
        assert!(
            listed
                .iter()
                .all(|skill| skill.name.as_str() != "adr-writer")
        );
        let entry = world
            .catalog
            .skill(&skill("adr-writer", "").name())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(entry.record.title, "Our own");
    });
}
