//! How words find skills.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use guild_catalog::{PageRequest, SkillQuery, SkillSort};

use crate::world::{World, everything, on_each_engine, pack_name, query, skill};

/// Skills that hold a word in different places.
async fn library(world: &World) {
    let skills = [
        skill("api-documentation-writer", "API Documentation Writer")
            .summary("Documents one endpoint of an interface."),
        skill("api-and-interface-design", "API and Interface Design")
            .summary("Designs contracts before code."),
        skill(
            "browser-testing-with-devtools",
            "Browser Testing with DevTools",
        )
        .description("Use when a page is slow."),
        skill("test-generator", "Test Generator").summary("Writes tests for a function."),
        skill("adr-writer", "ADR Writer")
            .body("Mention the documentation of the decision, and its contracts."),
        skill("release-notes", "Release Notes")
            .description("Use when documentation of a release is wanted."),
    ];
    for skill in skills {
        world.publish(&skill).await.unwrap();
    }
}

#[test]
fn a_word_in_the_name_counts_more_than_one_in_the_description_and_that_more_than_one_in_the_body() {
    on_each_engine(async |mut world| {
        library(&world).await;
        let expected = ["api-documentation-writer", "release-notes", "adr-writer"];
        assert_eq!(world.find("documentation").await, expected);
        world.restart().await;
        assert_eq!(
            world.find("documentation").await,
            expected,
            "from the index on disk"
        );
        world.catalog.close().await;
    });
}

#[test]
fn the_exact_name_or_title_is_first() {
    on_each_engine(async |world| {
        library(&world).await;
        world
            .publish(&skill("writer", "Adr Writer Adr Writer").body("ADR Writer writer writer."))
            .await
            .unwrap();
        for text in ["adr-writer", "ADR Writer", " adr  writer ", "Adr-Writer"] {
            assert_eq!(world.find(text).await[0], "adr-writer", "{text}");
        }
        assert_eq!(world.find("writer").await[0], "writer");
    });
}

#[test]
fn the_last_word_may_be_unfinished() {
    on_each_engine(async |world| {
        library(&world).await;
        assert_eq!(world.find("api docu").await, ["api-documentation-writer"]);
        assert_eq!(world.find("brow").await, ["browser-testing-with-devtools"]);
        assert_eq!(world.find("d").await.len(), 6);
    });
}

#[test]
fn typing_errors_are_forgiven_when_nothing_is_spelled_so() {
    on_each_engine(async |world| {
        library(&world).await;
        assert_eq!(world.find("genrator").await, ["test-generator"]);
        assert_eq!(
            world.find("borwser testing").await,
            ["browser-testing-with-devtools"]
        );
        assert_eq!(
            world.find("documetnatoin api").await[0],
            "api-documentation-writer"
        );
        assert!(
            world.find("adx").await.is_empty(),
            "three letters leave no room for an error"
        );
        assert_eq!(world.find("test").await[0], "test-generator");
    });
}

#[test]
fn words_are_found_in_any_form() {
    on_each_engine(async |world| {
        library(&world).await;
        assert_eq!(
            world.find("designing contract").await,
            ["api-and-interface-design"]
        );
        assert_eq!(
            world.find("documenting endpoints").await,
            ["api-documentation-writer"]
        );
    });
}

#[test]
fn of_three_known_words_two_are_enough_and_none_is_taken_for_a_typing_error() {
    on_each_engine(async |world| {
        library(&world).await;
        // Nothing holds all three; what holds one of them is not shown with what holds two.
        assert_eq!(world.find("decision contracts slow").await, ["adr-writer"]);
        world
            .publish(&skill("pace-keeper", "Pace Keeper").body("Keeps the pace."))
            .await
            .unwrap();
        // `pace` is one letter from `page`, and is known.
        assert_eq!(world.find("decision pace").await.len(), 2);
        assert!(
            !world
                .find("decision pace")
                .await
                .contains(&"browser-testing-with-devtools".to_owned())
        );
    });
}

#[test]
fn a_question_finds_the_skills_that_hold_most_of_its_words() {
    on_each_engine(async |world| {
        library(&world).await;
        assert_eq!(
            world
                .find("How do I generate a good test for payments?")
                .await[0],
            "test-generator"
        );
    });
}

#[test]
fn hostile_queries_are_words() {
    on_each_engine(async |world| {
        library(&world).await;
        let endless = "a".repeat(100_000);
        let many = "word ".repeat(100_000);
        let hostile = [
            "\"",
            "title:",
            "name:[a TO z]",
            "*",
            "(((",
            "a AND OR NOT",
            "^2",
            "~",
            "\\",
            "'; DROP TABLE skills; --",
            "%",
            "\0",
            "a\0b",
            "🦀",
            "日本語",
            "\u{202e}",
            "-",
            &endless,
            &many,
        ];
        for text in hostile {
            world.catalog.skills(query(text)).await.unwrap();
        }
        assert_eq!(
            world.find("api AND \"documentation\"").await[0],
            "api-documentation-writer"
        );
        assert!(world.find("+++").await.is_empty());
        assert_eq!(
            world.find("   ").await.len(),
            6,
            "nothing but spaces asks for everything"
        );
    });
}

#[test]
fn what_is_published_is_found_at_once() {
    on_each_engine(async |world| {
        let mut misses = Vec::new();
        for number in 0..100 {
            let name = format!("skill-number{number}x");
            world
                .publish(
                    &skill(&name, &format!("Title {number}"))
                        .body(&format!("Marked mark{number}y.")),
                )
                .await
                .unwrap();
            for text in [
                name.clone(),
                format!("number{number}x"),
                format!("mark{number}y"),
            ] {
                if world.find(&text).await != [name.clone()] {
                    misses.push(text);
                }
            }
        }
        assert!(misses.is_empty(), "{misses:?}");
    });
}

#[test]
fn a_new_release_is_found_by_its_new_words_and_no_more_by_its_old_ones() {
    on_each_engine(async |mut world| {
        library(&world).await;
        world.restart().await;
        world
            .publish(&skill("adr-writer", "ADR Writer").body("About giraffes."))
            .await
            .unwrap();
        assert_eq!(world.find("giraffe").await, ["adr-writer"]);
        assert_eq!(
            world.find("documentation").await,
            ["api-documentation-writer", "release-notes"]
        );
        world.catalog.close().await;
    });
}

#[test]
fn pages_of_a_search_are_disjoint_and_add_up() {
    on_each_engine(async |mut world| {
        for number in 0..10 {
            world
                .publish(&skill(&format!("common-{number}"), "Common"))
                .await
                .unwrap();
            if number == 5 {
                // Half of them are in the index on disk, half are newer.
                world.restart().await;
            }
        }
        world
            .publish(&skill("common", "Common thing"))
            .await
            .unwrap();
        let mut names = Vec::new();
        for number in 1..=4 {
            let page = PageRequest::new(number, 3).unwrap();
            let list = world
                .catalog
                .skills(SkillQuery {
                    page,
                    ..query("common")
                })
                .await
                .unwrap();
            assert_eq!((list.total_items, list.total_pages), (11, 4));
            names.extend(list.items.into_iter().map(|skill| skill.name));
        }
        assert_eq!(names[0], "common", "the exact name");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 11);
        let far = PageRequest::new(u32::MAX, 100).unwrap();
        assert!(
            world
                .catalog
                .skills(SkillQuery {
                    page: far,
                    ..query("common")
                })
                .await
                .unwrap()
                .items
                .is_empty()
        );
        world.catalog.close().await;
    });
}

#[test]
fn a_search_is_filtered_and_sorted() {
    on_each_engine(async |world| {
        world
            .publish(&skill("b", "Tool").change("Jan 2, 2020: New skill."))
            .await
            .unwrap();
        world
            .publish(
                &skill("a", "Some tool")
                    .change("Jan 3, 2020: New skill.")
                    .pack("Other pack"),
            )
            .await
            .unwrap();
        world
            .publish(&skill("c", "Thing").body("A tool.").without_page())
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
        let tool = query("tool");
        assert_eq!(names(tool.clone()).await, ["b", "a", "c"]);
        let pack = Some(pack_name("other-pack"));
        assert_eq!(
            names(SkillQuery {
                pack,
                ..tool.clone()
            })
            .await,
            ["a"]
        );
        assert_eq!(
            names(SkillQuery {
                is_derived: Some(true),
                ..tool.clone()
            })
            .await,
            ["c"]
        );
        assert_eq!(
            names(SkillQuery {
                is_derived: Some(false),
                ..tool.clone()
            })
            .await,
            ["b", "a"]
        );
        let tools = query("tools");
        assert_eq!(
            names(SkillQuery {
                sort: SkillSort::Name,
                ..tools.clone()
            })
            .await,
            ["a", "b", "c"]
        );
        assert_eq!(
            names(SkillQuery {
                sort: SkillSort::Updated,
                ..tools
            })
            .await,
            ["a", "b", "c"]
        );
    });
}

#[test]
fn the_index_is_made_anew_when_it_is_missing_or_damaged() {
    on_each_engine(async |mut world| {
        library(&world).await;
        world.catalog.close().await;
        let index = world.data.join("search");
        fs::remove_dir_all(&index).unwrap();
        world.catalog = world.open_again().await.unwrap();
        assert_eq!(world.find("generator").await, ["test-generator"]);
        world.catalog.close().await;
        for file in fs::read_dir(&index).unwrap().flatten() {
            let mut bytes = fs::read(file.path()).unwrap();
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
            fs::write(file.path(), bytes).unwrap();
        }
        world.catalog = world.open_again().await.unwrap();
        assert_eq!(world.find("generator").await, ["test-generator"]);
        world.catalog.close().await;
    });
}

#[test]
fn postings_that_are_cut_off_fail_the_search_and_nothing_else() {
    on_each_engine(async |mut world| {
        library(&world).await;
        world.restart().await;
        let index = world.data.join("search");
        for name in files(&index).keys() {
            if Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "idx")
            {
                let file = fs::File::options().write(true).open(index.join(name));
                file.unwrap().set_len(0).unwrap();
            }
        }
        let found = world.catalog.skills(query("documentation")).await;
        assert!(found.is_err(), "{found:?}");
        assert_eq!(
            world
                .catalog
                .skills(everything())
                .await
                .unwrap()
                .total_items,
            6
        );
        world.restart().await;
        assert_eq!(world.find("generator").await, ["test-generator"]);
        world.end().await;
    });
}

#[test]
fn a_catalog_opens_before_its_index_is_up_to_date() {
    on_each_engine(async |mut world| {
        world
            .publish(&skill("tea-maker", "Tea Maker"))
            .await
            .unwrap();
        world.catalog.close().await;
        let [index, old] = ["search", "old"].map(|name| world.data.join(name));
        copy(&index, &old);
        world.catalog = world.open_again().await.unwrap();
        world
            .publish(&skill("bread-baker", "Bread Baker"))
            .await
            .unwrap();
        world.catalog.close().await;
        fs::remove_dir_all(&index).unwrap();
        fs::rename(&old, &index).unwrap();
        // Whoever would write to the index now waits for ever or fails.
        let lock = index.join(".tantivy-writer.lock");
        let _ = fs::remove_file(&lock);
        fs::create_dir(&lock).unwrap();
        world.catalog = world.open_again().await.unwrap();
        assert_eq!(world.find("tea").await, ["tea-maker"]);
        assert_eq!(world.find("bread").await, ["bread-baker"]);
        world.end().await;
    });
}

#[test]
fn an_index_that_is_up_to_date_is_not_written_again() {
    on_each_engine(async |mut world| {
        library(&world).await;
        world.catalog.close().await;
        let before = files(&world.data.join("search"));
        world.catalog = world.open_again().await.unwrap();
        assert_eq!(world.find("generator").await, ["test-generator"]);
        world.catalog.close().await;
        assert_eq!(files(&world.data.join("search")), before);
        world.end().await;
    });
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for (name, bytes) in files(from) {
        fs::write(to.join(name), bytes).unwrap();
    }
}

fn files(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
        .collect()
}

#[test]
fn the_index_of_another_database_is_not_used() {
    on_each_engine(async |world| {
        library(&world).await;
        world.catalog.close().await;
        let mut other = World::new(world.engine).await;
        for number in 0..6 {
            other
                .publish(&skill(&format!("other-{number}"), "Other"))
                .await
                .unwrap();
        }
        other.catalog.close().await;
        fs::remove_dir_all(other.data.join("search")).unwrap();
        fs::rename(world.data.join("search"), other.data.join("search")).unwrap();
        other.catalog = other.open_again().await.unwrap();
        assert_eq!(other.find("other").await.len(), 6);
        assert!(other.find("generator").await.is_empty());
        other.end().await;
    });
}
