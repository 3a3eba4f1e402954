//! Ratings: one of each account and skill, and what they come to.

use guild_catalog::{
    Caller, PageRequest, RatingChange, RatingError, Reason, SkillSort, Stars, Words,
};
use guild_skill::wire::{Rating, RatingSummary};

use crate::members::again;
use crate::world::{Skill, World, account, on_each_engine, skill};

fn words(text: &str) -> Words {
    text.parse().unwrap()
}

fn stars(number: i64) -> Stars {
    Stars::new(number).unwrap()
}

impl World {
    pub(crate) async fn rate(
        &self,
        caller: &Caller,
        skill: &Skill,
        number: i64,
    ) -> Result<Rating, RatingError> {
        let said = (stars(number), &words("Good."));
        self.catalog.rate(caller, &skill.name(), said).await
    }

    async fn opinion(&self, skill: &Skill) -> RatingSummary {
        let entry = self.catalog.skill(&skill.name()).await.unwrap().unwrap();
        entry.opinion.rating
    }

    async fn seen(&self, viewer: Option<&Caller>, skill: &Skill) -> Vec<String> {
        let page = PageRequest::FIRST;
        let list = self
            .catalog
            .ratings(viewer, &skill.name(), None, page)
            .await;
        let items = list.unwrap().items.into_iter();
        items.map(|rating| rating.account).collect()
    }

    pub(crate) async fn in_order(&self, sort: SkillSort, query: Option<&str>) -> Vec<String> {
        let query = guild_catalog::SkillQuery {
            query: query.map(str::to_owned),
            pack: None,
            is_derived: None,
            has_contract: None,
            is_signed: None,
            sort,
            page: PageRequest::new(1, 30).unwrap(),
        };
        let list = self.catalog.skills(query).await.unwrap();
        list.items.into_iter().map(|skill| skill.name).collect()
    }
}

#[test]
fn an_account_rates_a_skill_once_and_changes_or_withdraws_that() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let carla = world.person("carla").await;
        let rating = world.rate(&bruno, &tea, 2).await.unwrap();
        world.rate(&carla, &tea, 5).await.unwrap();
        let twice = world.rate(&bruno, &tea, 5).await;
        assert!(
            matches!(&twice, Err(RatingError::There { id, .. }) if *id == rating.id),
            "{twice:?}"
        );
        assert_eq!(world.opinion(&tea).await, RatingSummary::of(2, 7));
        let place = (&tea.name(), rating.id.as_str());
        let change = |number| RatingChange {
            stars: Some(stars(number)),
            ..RatingChange::default()
        };
        let not_hers = world.catalog.change_rating(&carla, place, change(1)).await;
        assert!(
            matches!(not_hers, Err(RatingError::NotYours(_))),
            "{not_hers:?}"
        );
        let changed = world.catalog.change_rating(&bruno, place, change(4)).await;
        let changed = changed.unwrap();
        assert_eq!((changed.stars, changed.text.as_str()), (4, "Good."));
        assert_eq!(world.opinion(&tea).await.average, Some(4.5));
        let not_hers = world
            .catalog
            .withdraw_rating(&carla, place.0, place.1)
            .await;
        assert!(
            matches!(not_hers, Err(RatingError::NotYours(_))),
            "{not_hers:?}"
        );
        world
            .catalog
            .withdraw_rating(&bruno, place.0, place.1)
            .await
            .unwrap();
        let gone = world
            .catalog
            .withdraw_rating(&bruno, place.0, place.1)
            .await;
        assert!(matches!(gone, Err(RatingError::NoRating(_))), "{gone:?}");
        assert_eq!(world.opinion(&tea).await, RatingSummary::of(1, 5));
        world.rate(&bruno, &tea, 3).await.unwrap();
    });
}

#[test]
fn of_many_ratings_of_one_account_at_once_one_is_taken() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let mut tries = tokio::task::JoinSet::new();
        for number in 0..16 {
            let (catalog, caller, name) = (world.catalog.clone(), bruno.clone(), tea.name());
            tries.spawn(async move {
                let said = (stars(1 + number % 5), &words(""));
                match catalog.rate(&caller, &name, said).await {
                    Ok(_) => 1,
                    Err(RatingError::There { .. }) => 0,
                    Err(error) => panic!("{error}"),
                }
            });
        }
        assert_eq!(tries.join_all().await.into_iter().sum::<i32>(), 1);
        assert_eq!(world.opinion(&tea).await.count, 1);
        assert_eq!(world.seen(None, &tea).await, ["bruno"]);
    });
}

#[test]
fn a_hidden_rating_is_seen_by_its_author_and_by_those_who_hide() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let carla = world.person("carla").await;
        let rating = world.rate(&bruno, &tea, 1).await.unwrap();
        world.rate(&carla, &tea, 4).await.unwrap();
        let place = (&tea.name(), rating.id.as_str());
        let hiding = |reason: Option<&str>| RatingChange {
            hiding: Some(reason.map(|reason| reason.parse::<Reason>().unwrap())),
            ..RatingChange::default()
        };
        let denied = world
            .catalog
            .change_rating(&carla, place, hiding(Some("No.")))
            .await;
        assert!(matches!(denied, Err(RatingError::Denied(_))), "{denied:?}");
        let own = world
            .catalog
            .change_rating(&bruno, place, hiding(None))
            .await;
        assert!(matches!(own, Err(RatingError::Denied(_))), "{own:?}");
        let hidden = world
            .catalog
            .change_rating(&anna, place, hiding(Some("It names a person.")))
            .await;
        assert_eq!(
            hidden.unwrap().hidden_reason.as_deref(),
            Some("It names a person.")
        );
        assert_eq!(world.opinion(&tea).await, RatingSummary::of(1, 4));
        assert_eq!(world.catalog.hidden_ratings(&tea.name()).await.unwrap(), 1);
        assert_eq!(world.seen(None, &tea).await, ["carla"]);
        assert_eq!(world.seen(Some(&carla), &tea).await, ["carla"]);
        for viewer in [&anna, &bruno] {
            assert_eq!(world.seen(Some(viewer), &tea).await.len(), 2);
        }
        world
            .catalog
            .change_rating(&anna, place, hiding(None))
            .await
            .unwrap();
        assert_eq!(world.opinion(&tea).await, RatingSummary::of(2, 5));
        let entries = world
            .catalog
            .audit_entries(PageRequest::FIRST)
            .await
            .unwrap();
        let said = entries
            .items
            .iter()
            .filter(|entry| entry.subject.starts_with("rating "));
        assert_eq!(said.count(), 2);
    });
}

#[test]
fn nobody_rates_their_own_skill_or_one_that_is_withdrawn_or_gone() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let pack = crate::world::pack_name(
            world
                .catalog
                .skill(&tea.name())
                .await
                .unwrap()
                .unwrap()
                .pack
                .as_str(),
        );
        let role = guild_skill::Role::Maintainer;
        world
            .catalog
            .set_member(&anna, &pack, &account("bruno"), role)
            .await
            .unwrap();
        let own = world.rate(&again(&world, "bruno").await, &tea, 5).await;
        assert!(matches!(own, Err(RatingError::OwnSkill(_))), "{own:?}");
        // Who was no member yet when the session was read is one in the transaction.
        let own = world.rate(&bruno, &tea, 5).await;
        assert!(matches!(own, Err(RatingError::OwnSkill(_))), "{own:?}");
        let carla = world.person("carla").await;
        let version = "1.0.0".parse().unwrap();
        let why: Reason = "It boils the tea.".parse().unwrap();
        let release = (&tea.name(), &version);
        world
            .catalog
            .set_yanked(&anna, release, Some(&why))
            .await
            .unwrap();
        let withdrawn = world.rate(&carla, &tea, 5).await;
        assert!(
            matches!(withdrawn, Err(RatingError::Withdrawn(_))),
            "{withdrawn:?}"
        );
        world
            .catalog
            .set_yanked(&anna, release, None)
            .await
            .unwrap();
        world.rate(&carla, &tea, 5).await.unwrap();
        world
            .catalog
            .delete_skill(&anna, &tea.name(), None)
            .await
            .unwrap();
        let gone = world.rate(&carla, &tea, 5).await;
        assert!(matches!(gone, Err(RatingError::NoSkill(_))), "{gone:?}");
    });
}

#[test]
fn skills_stand_in_the_order_of_their_ratings_or_their_downloads() {
    on_each_engine(async |world| {
        let skills = ["tea-bad", "tea-new", "tea-one", "tea-loved"].map(|name| skill(name, name));
        for skill in &skills {
            world.publish(skill).await.unwrap();
        }
        let [bad, _, one, loved] = &skills;
        for number in 0..4 {
            let reader = world.person(&format!("reader-{number}")).await;
            world
                .rate(&reader, loved, if number == 0 { 4 } else { 5 })
                .await
                .unwrap();
            world.rate(&reader, bad, 1).await.unwrap();
            if number == 0 {
                world.rate(&reader, one, 5).await.unwrap();
            }
        }
        let best = ["tea-loved", "tea-one", "tea-new", "tea-bad"];
        assert_eq!(world.in_order(SkillSort::Rating, None).await, best);
        assert_eq!(world.in_order(SkillSort::Rating, Some("tea")).await, best);
        let version = "1.0.0".parse().unwrap();
        for (skill, times) in [(bad, 3), (one, 1)] {
            for _ in 0..times {
                world
                    .catalog
                    .download_counter(&skill.name(), &version)
                    .count();
            }
        }
        world.catalog.keep_downloads().await.unwrap();
        let most = ["tea-bad", "tea-one", "tea-loved", "tea-new"];
        assert_eq!(world.in_order(SkillSort::Downloads, None).await, most);
        assert_eq!(
            world.in_order(SkillSort::Downloads, Some("tea")).await,
            most
        );
    });
}
