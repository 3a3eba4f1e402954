//! How releases are withdrawn and skills are deleted.

use std::fs;
use std::path::Path;

use guild_catalog::{Caller, Denied, PageRequest, PublishError, Reason, WithdrawError};
use guild_skill::Digest;
use guild_skill::wire::EventKind;
use semver::Version;

use crate::members::again;
use crate::world::{Skill, World, on_each_engine, pack_name, skill};

fn reason(text: &str) -> Reason {
    text.parse().unwrap()
}

fn version(text: &str) -> Version {
    text.parse().unwrap()
}

/// How many archives are on disk.
fn archives(data: &Path) -> usize {
    let shelves = fs::read_dir(data.join("archives/sha256")).unwrap();
    shelves
        .map(|shelf| fs::read_dir(shelf.unwrap().path()).unwrap().count())
        .sum()
}

impl World {
    async fn yank(&self, caller: &Caller, skill: &Skill, number: &str, why: &str) {
        let why = (!why.is_empty()).then(|| reason(why));
        let yanked = self
            .catalog
            .set_yanked(caller, (&skill.name(), &version(number)), why.as_ref())
            .await;
        let release = yanked.unwrap();
        assert_eq!(release.is_yanked, why.is_some());
    }

    async fn standing(&self, skill: &Skill) -> String {
        let entry = self.catalog.skill(&skill.name()).await.unwrap().unwrap();
        entry.latest.version
    }

    async fn kinds(&self) -> Vec<EventKind> {
        let events = self.catalog.events(0, PageRequest::FIRST).await.unwrap();
        events.items.into_iter().map(|event| event.kind).collect()
    }
}

#[test]
fn the_highest_release_that_is_not_withdrawn_stands_for_the_skill() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker");
        for (number, summary) in [
            ("1.0.0", "Oolong."),
            ("1.1.0", "Sencha."),
            ("2.0.0-rc.1", "Puerh."),
        ] {
            let release = tea.clone().version(number).summary(summary);
            world.publish(&release).await.unwrap();
        }
        assert_eq!(world.standing(&tea).await, "1.1.0");
        world.yank(&anna, &tea, "1.1.0", "It boils the tea.").await;
        assert_eq!(world.standing(&tea).await, "1.0.0");
        assert_eq!(world.find("oolong").await, ["tea-maker"]);
        assert!(world.find("sencha").await.is_empty());
        world.yank(&anna, &tea, "1.0.0", "So does it.").await;
        assert_eq!(world.standing(&tea).await, "2.0.0-rc.1");
        world.yank(&anna, &tea, "2.0.0-rc.1", "And it.").await;
        assert_eq!(world.standing(&tea).await, "1.1.0", "one has to be shown");
        let release = world.catalog.release(&tea.name(), &version("1.1.0")).await;
        let release = release.unwrap().unwrap();
        assert_eq!(release.yank_reason.as_deref(), Some("It boils the tea."));
        let archive = Digest::parse(&release.digest).unwrap();
        assert!(world.catalog.archive(&archive).await.unwrap().is_some());
        world.yank(&anna, &tea, "1.0.0", "").await;
        assert_eq!(world.standing(&tea).await, "1.0.0");
        let fixed = tea.clone().version("0.9.0").body("Fixed.");
        world.publish(&fixed).await.unwrap();
        assert_eq!(world.standing(&tea).await, "1.0.0");
    });
}

#[test]
fn a_release_after_withdrawn_ones_stands_for_the_skill_and_takes_no_version_of_theirs() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker").version("2.0.0");
        world.publish(&tea).await.unwrap();
        world.yank(&anna, &tea, "2.0.0", "Bad.").await;
        let older = tea.clone().version("1.0.1").body("Mended.");
        world.publish(&older).await.unwrap();
        assert_eq!(world.standing(&tea).await, "1.0.1");
        let error = world
            .publish(&tea.clone().body("Other."))
            .await
            .unwrap_err();
        assert!(
            matches!(error, PublishError::VersionTaken { .. }),
            "{error}"
        );
        let again = world.publish(&tea).await.unwrap();
        assert!(
            again.release().is_yanked,
            "the same content stays withdrawn"
        );
    });
}

#[test]
fn to_withdraw_twice_is_to_withdraw_once() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        world.yank(&anna, &tea, "0.1.0", "Bad.").await;
        world.yank(&anna, &tea, "0.1.0", "Bad.").await;
        world.yank(&anna, &tea, "0.1.0", "Worse.").await;
        world.yank(&anna, &tea, "0.1.0", "").await;
        world.yank(&anna, &tea, "0.1.0", "").await;
        let (listed, yanked) = (EventKind::SkillListed, EventKind::ReleaseYanked);
        let expected = [listed, yanked, yanked, EventKind::ReleaseUnyanked];
        assert_eq!(world.kinds().await, expected);
        let (name, missing) = (tea.name(), version("9.0.0"));
        let missing = world
            .catalog
            .set_yanked(&anna, (&name, &missing), None)
            .await;
        assert!(matches!(missing, Err(WithdrawError::NoRelease(..))));
    });
}

#[test]
fn a_deleted_skill_leaves_a_tombstone_and_nothing_else() {
    on_each_engine(async |mut world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker");
        let coffee = skill("coffee-maker", "Coffee Maker");
        world.publish(&coffee).await.unwrap();
        let first = world.publish(&tea).await.unwrap().release().clone();
        world.publish(&tea.clone().body("Other.")).await.unwrap();
        world.find("tea").await;
        assert_eq!(archives(&world.data), 6);
        let why = reason("It was never tea.");
        let name = tea.name();
        let deleted = world.catalog.delete_skill(&anna, &name, Some(&why));
        deleted.await.unwrap();
        assert!(world.catalog.skill(&tea.name()).await.unwrap().is_none());
        assert!(world.find("tea").await.is_empty());
        assert!(
            world
                .find("tea-maker")
                .await
                .iter()
                .all(|name| name == "coffee-maker")
        );
        let archive = Digest::parse(&first.digest).unwrap();
        assert!(world.catalog.archive(&archive).await.unwrap().is_none());
        assert_eq!(archives(&world.data), 2);
        let tombstone = world.catalog.tombstone(&tea.name()).await.unwrap().unwrap();
        assert_eq!(tombstone.reason.as_deref(), Some("It was never tea."));
        let again = world.publish(&tea).await.unwrap_err();
        assert!(matches!(again, PublishError::NameDeleted { .. }), "{again}");
        let gone = world.catalog.delete_skill(&anna, &name, None).await;
        assert!(matches!(gone, Err(WithdrawError::NoSkill(_))));
        assert_eq!(world.kinds().await.last(), Some(&EventKind::SkillDeleted));
        world.restart().await;
        assert_eq!(world.find("maker").await, ["coffee-maker"]);
        assert!(
            world
                .catalog
                .tombstone(&coffee.name())
                .await
                .unwrap()
                .is_none()
        );
    });
}

#[test]
fn a_skill_that_is_deleted_is_gone_from_an_index_that_held_it() {
    on_each_engine(async |mut world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        world
            .publish(&skill("coffee-maker", "Coffee Maker"))
            .await
            .unwrap();
        // Closing writes the index.
        world.restart().await;
        assert_eq!(world.find("tea").await, ["tea-maker"]);
        world
            .catalog
            .delete_skill(&anna, &tea.name(), None)
            .await
            .unwrap();
        assert!(world.find("tea").await.is_empty());
        world.restart().await;
        assert!(world.find("tea").await.is_empty());
    });
}

#[test]
fn a_skill_moves_to_a_pack_that_is_there() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        let green = pack_name("green-pack");
        let name = tea.name();
        let moved = world.catalog.move_skill(&anna, &name, &green).await;
        assert!(matches!(moved, Err(WithdrawError::NoPack(_))));
        let other = skill("green-tea", "Green Tea").pack("Green pack");
        world.publish(&other).await.unwrap();
        let moved = world.catalog.move_skill(&anna, &name, &green).await;
        moved.unwrap();
        let entry = world.catalog.skill(&tea.name()).await.unwrap().unwrap();
        assert_eq!(entry.pack_label, "Green pack");
        let error = world
            .publish(&tea.clone().body("Other."))
            .await
            .unwrap_err();
        assert!(matches!(error, PublishError::OtherPack { .. }), "{error}");
    });
}

#[test]
fn names_that_an_older_guild_took_are_compared_too() {
    on_each_engine(async |mut world| {
        world
            .publish(&skill("code-review", "Code Review"))
            .await
            .unwrap();
        world
            .execute("UPDATE skills SET look = '', look_reversed = ''")
            .await;
        world.restart().await;
        let near = skill("code-reviews", "Near").pack("Other pack");
        let ada = world.person("ada").await;
        let error = world.catalog.publish_by(near.publication(), &ada).await;
        let error = error.unwrap_err();
        assert!(matches!(error, PublishError::NameTooNear { .. }), "{error}");
    });
}

#[test]
fn only_members_withdraw_and_only_owners_delete() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        let tea = skill("tea-maker", "Tea Maker");
        world.publish(&tea).await.unwrap();
        let pack = pack_name("test-pack");
        let maintainer = guild_skill::Role::Maintainer;
        let bruno = crate::world::account("bruno");
        let stranger = again(&world, "bruno").await;
        let (name, number) = (tea.name(), version("0.1.0"));
        let why = reason("Bad.");
        let denied = world
            .catalog
            .set_yanked(&stranger, (&name, &number), Some(&why))
            .await;
        assert!(matches!(denied, Err(WithdrawError::Denied(_))));
        world
            .catalog
            .set_member(&anna, &pack, &bruno, maintainer)
            .await
            .unwrap();
        let member = again(&world, "bruno").await;
        world.yank(&member, &tea, "0.1.0", "Bad.").await;
        let denied = world.catalog.delete_skill(&member, &name, None).await;
        assert!(
            matches!(denied, Err(WithdrawError::Denied(Denied::Role { .. }))),
            "{denied:?}"
        );
        let expected = "bruno RELEASE_YANKED skill tea-maker 0.1.0";
        assert_eq!(world.audit().await.first().unwrap(), expected);
    });
}

#[test]
fn a_skill_of_which_nothing_stands_is_not_found_until_something_is_put_back() {
    on_each_engine(async |mut world| {
        let anna = world.admin("anna").await;
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        world
            .publish(&skill("tea-seller", "Tea Seller"))
            .await
            .unwrap();
        let searches = ["tea", "tea-maker", "tea maker"];
        for text in searches {
            assert!(
                world.find(text).await.contains(&"tea-maker".to_owned()),
                "{text}"
            );
        }
        world.yank(&anna, &tea, "1.0.0", "It boils the tea").await;
        for _ in 0..2 {
            for text in searches {
                assert!(
                    !world.find(text).await.contains(&"tea-maker".to_owned()),
                    "{text}"
                );
            }
            assert_eq!(world.find("tea").await, ["tea-seller"]);
            world.restart().await;
        }
        world.yank(&anna, &tea, "1.0.0", "").await;
        assert!(world.find("tea").await.contains(&"tea-maker".to_owned()));
    });
}
