//! What a list can be narrowed by, and in which orders it stands.

use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::wire::MarkFacet;
use proptest::prelude::*;

use crate::world::{Engine, World, everything, on_each_engine, pack_name, query, runtime, skill};

const CONTRACT: &[u8] = b"# A contract\n";

/// Two packs; one skill with a contract, one without a page.
async fn library(world: &World) {
    let skills = [
        skill("tea-maker", "Tea Maker").file("contract.toml", CONTRACT),
        skill("tea-taster", "Tea Taster"),
        skill("coffee-maker", "Coffee Maker").pack("Other pack"),
        skill("tea-shop", "Tea Shop").without_page(),
    ];
    for (number, skill) in skills.iter().enumerate() {
        let mut publication = skill.publication();
        publication.published_at = Some(1_700_000_000_000 + number as i64);
        world.catalog.publish(publication).await.unwrap();
    }
}

async fn names(world: &World, query: SkillQuery) -> Vec<String> {
    let list = world.catalog.skills(query).await.unwrap();
    assert_eq!(list.total_items, list.items.len() as u64);
    list.items.into_iter().map(|skill| skill.name).collect()
}

async fn packs(world: &World, query: &SkillQuery) -> Vec<(String, u64)> {
    let facets = world.catalog.facets(query).await.unwrap();
    let packs = facets.packs.into_iter();
    packs.map(|pack| (pack.label, pack.skill_count)).collect()
}

#[test]
fn each_choice_is_counted_as_if_it_alone_were_open() {
    on_each_engine(async |mut world| {
        library(&world).await;
        for restarted in [false, true] {
            if restarted {
                world.restart().await;
            }
            let facets = world.catalog.facets(&query("tea")).await.unwrap();
            assert_eq!(facets.skill_count, 3);
            assert_eq!(
                facets.has_contract,
                MarkFacet {
                    with: 1,
                    without: 2
                }
            );
            assert_eq!(
                facets.is_derived,
                MarkFacet {
                    with: 1,
                    without: 2
                }
            );
            assert_eq!(
                facets.is_signed,
                MarkFacet {
                    with: 3,
                    without: 0
                }
            );
            let narrowed = SkillQuery {
                has_contract: Some(true),
                ..query("maker")
            };
            let facets = world.catalog.facets(&narrowed).await.unwrap();
            assert_eq!(facets.skill_count, 1);
            assert_eq!(
                facets.has_contract,
                MarkFacet {
                    with: 1,
                    without: 1
                }
            );
            assert_eq!(
                facets.is_derived,
                MarkFacet {
                    with: 0,
                    without: 1
                }
            );
            let one = |label: &str, count| (label.to_owned(), count);
            assert_eq!(packs(&world, &narrowed).await, [one("Test pack", 1)]);
            let in_pack = SkillQuery {
                pack: Some(pack_name("other-pack")),
                ..query("maker")
            };
            let both = [one("Other pack", 1), one("Test pack", 1)];
            assert_eq!(packs(&world, &in_pack).await, both);
            let all = packs(&world, &everything()).await;
            assert_eq!(all.iter().map(|(_, count)| count).sum::<u64>(), 4);
        }
    });
}

#[test]
fn a_list_is_narrowed_with_words_and_without() {
    on_each_engine(async |world| {
        library(&world).await;
        for text in [None, Some("tea".to_owned())] {
            let all = SkillQuery {
                query: text,
                sort: SkillSort::Name,
                ..everything()
            };
            let narrowed = SkillQuery {
                has_contract: Some(true),
                ..all.clone()
            };
            assert_eq!(names(&world, narrowed).await, ["tea-maker"]);
            let narrowed = SkillQuery {
                has_contract: Some(false),
                is_derived: Some(true),
                is_signed: Some(true),
                ..all.clone()
            };
            assert_eq!(names(&world, narrowed).await, ["tea-shop"]);
            let narrowed = SkillQuery {
                is_signed: Some(false),
                ..all
            };
            assert!(names(&world, narrowed).await.is_empty());
        }
    });
}

#[test]
fn a_contract_that_a_release_drops_is_gone_from_the_counts() {
    on_each_engine(async |world| {
        library(&world).await;
        let next = skill("tea-maker", "Tea Maker").version("2.0.0");
        world.publish(&next).await.unwrap();
        let facets = world.catalog.facets(&everything()).await.unwrap();
        assert_eq!(
            facets.has_contract,
            MarkFacet {
                with: 0,
                without: 4
            }
        );
    });
}

#[test]
fn the_newest_is_what_was_listed_last() {
    on_each_engine(async |world| {
        library(&world).await;
        // A further release makes a skill no newer.
        let next = skill("tea-maker", "Tea Maker").version("2.0.0");
        world.publish(&next).await.unwrap();
        let newest = |text: Option<&str>| SkillQuery {
            query: text.map(str::to_owned),
            sort: SkillSort::Newest,
            ..everything()
        };
        let expected = ["tea-shop", "coffee-maker", "tea-taster", "tea-maker"];
        assert_eq!(names(&world, newest(None)).await, expected);
        let expected = ["tea-shop", "tea-taster", "tea-maker"];
        assert_eq!(names(&world, newest(Some("tea"))).await, expected);
    });
}

#[test]
fn pages_of_skills_that_are_alike_repeat_none_and_leave_none_out() {
    on_each_engine(async |mut world| {
        for number in (0..25).rev() {
            let alike = skill(&format!("alike-{number:02}"), "Same thing");
            world.publish(&alike).await.unwrap();
        }
        world.restart().await;
        for sort in [
            SkillSort::Relevance,
            SkillSort::Name,
            SkillSort::Newest,
            SkillSort::Updated,
        ] {
            let mut seen = Vec::new();
            for page in 1..=4 {
                let wanted = SkillQuery {
                    sort,
                    page: PageRequest::new(page, 7).unwrap(),
                    ..query("same")
                };
                let list = world.catalog.skills(wanted).await.unwrap();
                seen.extend(list.items.into_iter().map(|skill| skill.name));
            }
            let expected: Vec<String> =
                (0..25).map(|number| format!("alike-{number:02}")).collect();
            assert_eq!(seen, expected, "{sort:?}");
        }
    });
}

/// Texts that are made to hurt: signs of other query languages, hidden characters, words without end.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,80}",
        "[*?.+^$|(){}\\[\\]\\\\~\"':/-]{1,200}",
        proptest::collection::vec(any::<char>(), 0..200).prop_map(String::from_iter),
        ("[a-z*?~]{1,12}", 1_usize..400).prop_map(|(word, times)| word.repeat(times)),
        ("[a-z]{1,3} ", 1_usize..2_000).prop_map(|(word, times)| word.repeat(times)),
        Just("\u{202e}\u{0}\u{7f}\u{feff}".repeat(50)),
        Just("👩‍👩‍👧‍👦".repeat(50)),
        Just("(a+)+$".repeat(30)),
        Just("e\u{301}".repeat(500)),
    ]
}

#[test]
fn no_query_fails_or_takes_long() {
    let runtime = runtime();
    let world = runtime.block_on(async {
        let world = World::new(Engine::Sqlite).await;
        library(&world).await;
        world
    });
    proptest!(ProptestConfig::with_cases(96), |(text in hostile(), sort in 0..4_usize)| {
        let sorts = [SkillSort::Relevance, SkillSort::Name, SkillSort::Newest, SkillSort::Updated];
        let wanted = SkillQuery { sort: sorts[sort], ..query(&text) };
        runtime.block_on(async {
            let started = std::time::Instant::now();
            let list = world.catalog.skills(wanted.clone()).await.unwrap();
            let facets = world.catalog.facets(&wanted).await.unwrap();
            prop_assert!(list.total_items >= list.items.len() as u64);
            prop_assert!(facets.skill_count <= 4);
            // An unoptimized build on a busy machine; what is meant is that no query grows with what it holds.
            prop_assert!(started.elapsed().as_secs() < 10);
            Ok(())
        })?;
    });
    runtime.block_on(world.end());
}
