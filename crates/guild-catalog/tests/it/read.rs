//! What can be read.

use guild_catalog::{Layout, PageRequest, PageRequestError, SkillQuery, SkillSort};
use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::{Digest, SkillName};
use semver::Version;

use crate::world::{everything, on_each_engine, pack_name, skill};

#[test]
fn an_empty_catalog_answers_with_empty_lists() {
    on_each_engine(async |world| {
        let catalog = &world.catalog;
        catalog.is_ready().await.unwrap();
        let name = SkillName::parse("nobody").unwrap();
        let packs = catalog.packs(PageRequest::FIRST).await.unwrap();
        assert_eq!(
            (packs.total_items, packs.total_pages, packs.page),
            (0, 0, 1)
        );
        assert_eq!(catalog.skills(everything()).await.unwrap().total_items, 0);
        assert_eq!(
            catalog
                .events(0, PageRequest::FIRST)
                .await
                .unwrap()
                .total_items,
            0
        );
        assert!(catalog.pack(&pack_name("nothing")).await.unwrap().is_none());
        assert!(catalog.skill(&name).await.unwrap().is_none());
        assert!(
            catalog
                .releases(&name, PageRequest::FIRST)
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            catalog
                .release(&name, &Version::new(1, 0, 0))
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            catalog
                .files(&name, &Version::new(1, 0, 0), PageRequest::FIRST)
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            catalog
                .file(&name, &Version::new(1, 0, 0), "SKILL.md")
                .await
                .unwrap()
                .is_none()
        );
        assert!(catalog.archive(&Digest::of(b"")).await.unwrap().is_none());
        assert_eq!(catalog.generation(), 0);
    });
}

#[test]
fn both_archives_hold_the_published_files() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer").file("scripts/run.sh", b"#!/bin/sh\n");
        let release = world.publish(&adr).await.unwrap().release().clone();
        let layouts = [
            (&release.digest, Layout::Folder),
            (&release.root_digest, Layout::Root),
        ];
        for (digest, layout) in layouts {
            let archive = world
                .catalog
                .archive(&Digest::parse(digest).unwrap())
                .await
                .unwrap()
                .unwrap();
            assert_eq!(
                (archive.layout, archive.skill, archive.version),
                (layout, adr.name(), Version::new(0, 1, 0))
            );
            let files = archive::read(&archive.bytes, &ArchiveLimits::STANDARD)
                .unwrap()
                .files;
            assert_eq!(files, adr.publication().files);
            assert_eq!(files.tree_digest().as_str(), release.tree_digest);
        }
    });
}

#[test]
fn files_are_listed_by_path_and_read_one_by_one() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer")
            .file("scripts/run.sh", b"#!/bin/sh\n")
            .file("a/b.bin", b"\0\xff");
        world.publish(&adr).await.unwrap();
        let version = Version::new(0, 1, 0);
        let files = world
            .catalog
            .files(&adr.name(), &version, PageRequest::FIRST)
            .await
            .unwrap()
            .unwrap();
        let paths: Vec<_> = files
            .items
            .iter()
            .map(|file| (file.path.as_str(), file.is_executable))
            .collect();
        assert_eq!(
            paths,
            [
                ("PAGE.md", false),
                ("SKILL.md", false),
                ("a/b.bin", false),
                ("scripts/run.sh", true)
            ]
        );
        let file = world
            .catalog
            .file(&adr.name(), &version, "a/b.bin")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (file.bytes.as_slice(), file.file.size_bytes),
            (b"\0\xff".as_slice(), 2)
        );
        assert_eq!(file.file.digest, Digest::of(b"\0\xff").as_str());
        for path in ["a", "a/B.bin", "../SKILL.md", "", "a\0"] {
            assert!(
                world
                    .catalog
                    .file(&adr.name(), &version, path)
                    .await
                    .unwrap()
                    .is_none(),
                "{path}"
            );
        }
    });
}

#[test]
fn pages_of_a_list_are_disjoint_and_add_up() {
    on_each_engine(async |world| {
        for number in 0..7 {
            world
                .publish(&skill(&format!("skill-{number}"), "Skill"))
                .await
                .unwrap();
        }
        let mut names = Vec::new();
        for (number, held) in [(1, 3), (2, 3), (3, 1), (4, 0)] {
            let page = PageRequest::new(number, 3).unwrap();
            let list = world
                .catalog
                .skills(SkillQuery {
                    page,
                    ..everything()
                })
                .await
                .unwrap();
            assert_eq!(
                (list.items.len(), list.page, list.page_size),
                (held, number, 3)
            );
            assert_eq!((list.total_items, list.total_pages), (7, 3));
            names.extend(list.items.into_iter().map(|skill| skill.name));
        }
        assert_eq!(
            names,
            (0..7)
                .map(|number| format!("skill-{number}"))
                .collect::<Vec<_>>()
        );
        let far = PageRequest::new(u32::MAX, 100).unwrap();
        assert!(
            world
                .catalog
                .skills(SkillQuery {
                    page: far,
                    ..everything()
                })
                .await
                .unwrap()
                .items
                .is_empty()
        );
    });
}

#[test]
fn a_page_is_at_least_the_first_and_holds_between_one_and_a_hundred() {
    assert_eq!(PageRequest::new(0, 10), Err(PageRequestError::Page));
    assert_eq!(
        PageRequest::new(1, 0),
        Err(PageRequestError::PageSize { page_size: 0 })
    );
    assert_eq!(
        PageRequest::new(1, 101),
        Err(PageRequestError::PageSize { page_size: 101 })
    );
}

#[test]
fn skills_are_filtered_and_sorted() {
    on_each_engine(async |world| {
        world
            .publish(&skill("old", "A").change("Jan 2, 2020: New skill."))
            .await
            .unwrap();
        world
            .publish(
                &skill("new", "B")
                    .change("Nov 20, 2026: New skill.")
                    .pack("Other pack"),
            )
            .await
            .unwrap();
        world
            .publish(&skill("ageless", "C").without_page())
            .await
            .unwrap();
        let names = async |query: SkillQuery| {
            let list = world.catalog.skills(query).await.unwrap();
            assert_eq!(list.total_items, list.items.len() as u64);
            list.items
                .into_iter()
                .map(|skill| skill.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(everything()).await, ["ageless", "new", "old"]);
        assert_eq!(
            names(SkillQuery {
                sort: SkillSort::Updated,
                ..everything()
            })
            .await,
            ["new", "old", "ageless"]
        );
        let pack = Some(pack_name("other-pack"));
        assert_eq!(
            names(SkillQuery {
                pack,
                ..everything()
            })
            .await,
            ["new"]
        );
        assert_eq!(
            names(SkillQuery {
                is_derived: Some(true),
                ..everything()
            })
            .await,
            ["ageless"]
        );
        assert_eq!(
            names(SkillQuery {
                is_derived: Some(false),
                ..everything()
            })
            .await,
            ["new", "old"]
        );
        let pack = Some(pack_name("nothing"));
        assert!(
            names(SkillQuery {
                pack,
                ..everything()
            })
            .await
            .is_empty()
        );
    });
}

#[test]
fn events_are_read_from_where_the_reader_stopped() {
    on_each_engine(async |world| {
        for name in ["a", "b", "c"] {
            world.publish(&skill(name, "Skill")).await.unwrap();
        }
        let events = world
            .catalog
            .events(1, PageRequest::new(1, 1).unwrap())
            .await
            .unwrap();
        assert_eq!((events.total_items, events.total_pages), (2, 2));
        assert_eq!(
            (events.items[0].sequence, events.items[0].skill.as_str()),
            (2, "b")
        );
        assert_eq!(
            world
                .catalog
                .events(u64::MAX, PageRequest::FIRST)
                .await
                .unwrap()
                .total_items,
            0
        );
    });
}
