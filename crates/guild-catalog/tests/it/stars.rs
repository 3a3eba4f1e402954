//! Stars: one of each account and skill, counted beside it.

use guild_catalog::{RatingError, SkillSort, Starring};
use guild_skill::SkillName;

use crate::world::{on_each_engine, skill};

const fn changed(star_count: u64) -> Starring {
    Starring {
        is_changed: true,
        star_count,
    }
}

const fn as_before(star_count: u64) -> Starring {
    Starring {
        is_changed: false,
        star_count,
    }
}

#[test]
fn an_account_stars_a_skill_once_and_takes_it_back_once() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        let (bruno, carla) = (world.person("bruno").await, world.person("carla").await);
        let name = tea.name();
        let catalog = &world.catalog;
        let count = async || {
            catalog
                .skill(&name)
                .await
                .unwrap()
                .unwrap()
                .opinion
                .star_count
        };
        assert_eq!(catalog.unstar(&bruno, &name).await.unwrap(), as_before(0));
        assert_eq!(catalog.star(&bruno, &name).await.unwrap(), changed(1));
        assert_eq!(catalog.star(&bruno, &name).await.unwrap(), as_before(1));
        assert_eq!(catalog.star(&carla, &name).await.unwrap(), changed(2));
        assert_eq!(count().await, 2);
        assert_eq!(catalog.unstar(&bruno, &name).await.unwrap(), changed(1));
        assert!(!catalog.has_starred(&bruno, &name).await.unwrap());
        assert!(catalog.has_starred(&carla, &name).await.unwrap());
        world
            .publish(&skill("tea-maker", "Tea Maker").version("2.0.0"))
            .await
            .unwrap();
        assert_eq!(count().await, 1, "a release takes no star away");
        let nowhere = catalog
            .star(&carla, &SkillName::parse("no-such-skill").unwrap())
            .await;
        assert!(
            matches!(nowhere, Err(RatingError::NoSkill(_))),
            "{nowhere:?}"
        );
    });
}

#[test]
fn accounts_that_star_at_once_are_all_counted() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        let name = tea.name();
        let mut people = Vec::new();
        for number in 0..6 {
            people.push(world.person(&format!("reader-{number}")).await);
        }
        let starring = people.iter().flat_map(|person| {
            // Each of them twice: a client that repeats itself is counted once.
            [person, person].map(|person| world.catalog.star(person, &name))
        });
        for starred in futures_util::future::join_all(starring).await {
            starred.unwrap();
        }
        let entry = world.catalog.skill(&name).await.unwrap().unwrap();
        assert_eq!(entry.opinion.star_count, 6);
    });
}

#[test]
fn skills_stand_in_the_order_of_their_stars_and_a_deleted_one_leaves_none() {
    on_each_engine(async |world| {
        let skills = ["tea-a", "tea-b", "tea-c"].map(|name| skill(name, name));
        for skill in &skills {
            world.publish(skill).await.unwrap();
        }
        let admin = world.admin("anna").await;
        let (bruno, carla) = (world.person("bruno").await, world.person("carla").await);
        for (caller, place) in [(&bruno, 2), (&carla, 2), (&carla, 1)] {
            let name = skills[place].name();
            world.catalog.star(caller, &name).await.unwrap();
        }
        let order = ["tea-c", "tea-b", "tea-a"];
        assert_eq!(world.in_order(SkillSort::Stars, None).await, order);
        assert_eq!(world.in_order(SkillSort::Stars, Some("tea")).await, order);
        let name = skills[2].name();
        world
            .catalog
            .delete_skill(&admin, &name, None)
            .await
            .unwrap();
        assert!(!world.catalog.has_starred(&bruno, &name).await.unwrap());
        assert_eq!(
            world.in_order(SkillSort::Stars, None).await,
            ["tea-b", "tea-a"]
        );
    });
}
