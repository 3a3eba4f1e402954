//! What accounts may publish.

use guild_catalog::{
    Actor, Caller, Credential, PUBLISHES_AN_HOUR, PublishError, Published, Standing, TokenBounds,
};
use guild_skill::{Role, Scope};
use tokio::task::JoinSet;

use crate::members::again;
use crate::world::{Skill, World, account, everything, on_each_engine, pack_name, skill};

impl World {
    async fn publish_as(&self, caller: &Caller, skill: &Skill) -> Result<Published, PublishError> {
        self.catalog.publish_by(skill.publication(), caller).await
    }
}

#[test]
fn a_new_pack_belongs_to_who_publishes_to_it_first() {
    on_each_engine(async |world| {
        let root = world.admin("root").await;
        let (ada, bob) = (world.person("ada").await, world.person("bob").await);
        let adr = skill("adr-writer", "ADR Writer");
        let published = world.publish_as(&ada, &adr).await.unwrap();
        assert_eq!(published.release().published_by.as_deref(), Some("ada"));
        let other = skill("tea-maker", "Tea Maker");
        let error = world.publish_as(&bob, &other).await.unwrap_err();
        assert!(matches!(error, PublishError::Denied(_)), "{error}");
        let ada = again(&world, "ada").await;
        world.publish_as(&ada, &other).await.unwrap();
        let pack = pack_name("test-pack");
        let name = account("bob");
        let member = world
            .catalog
            .set_member(&root, &pack, &name, Role::Maintainer);
        member.await.unwrap();
        let further = adr.body("Bob knows better.");
        let bob = again(&world, "bob").await;
        let published = world.publish_as(&bob, &further).await.unwrap();
        assert_eq!(published.release().published_by.as_deref(), Some("bob"));
        let expected = "bob RELEASE_PUBLISHED skill adr-writer 0.1.1";
        assert_eq!(world.audit().await.first().unwrap(), expected);
    });
}

#[test]
fn a_role_that_was_gained_since_the_caller_was_told_counts() {
    on_each_engine(async |world| {
        let ada = world.person("ada").await;
        let adr = skill("adr-writer", "ADR Writer");
        world.publish_as(&ada, &adr).await.unwrap();
        // As in a job that publishes several skills to a pack that was new when it began.
        let tea = skill("tea-maker", "Tea Maker");
        world.publish_as(&ada, &tea).await.unwrap();
    });
}

#[test]
fn who_was_let_in_and_lost_the_account_since_publishes_nothing() {
    on_each_engine(async |world| {
        let root = world.admin("root").await;
        let ada = world.person("ada").await;
        let name = account("ada");
        let closed = world.catalog.set_standing(&root, &name, Standing::Disabled);
        closed.await.unwrap();
        let adr = skill("adr-writer", "ADR Writer");
        let error = world.publish_as(&ada, &adr).await.unwrap_err();
        assert!(matches!(error, PublishError::CredentialOver), "{error}");
        assert_eq!(
            world
                .catalog
                .skills(everything())
                .await
                .unwrap()
                .total_items,
            0
        );
    });
}

#[test]
fn a_role_that_was_taken_back_since_the_caller_was_told_counts_no_more() {
    on_each_engine(async |world| {
        let root = world.admin("root").await;
        world.person("ada").await;
        let adr = skill("adr-writer", "ADR Writer");
        world.publish(&adr).await.unwrap();
        let (pack, name) = (pack_name("test-pack"), account("ada"));
        let member = world
            .catalog
            .set_member(&root, &pack, &name, Role::Maintainer);
        member.await.unwrap();
        let ada = again(&world, "ada").await;
        world
            .catalog
            .remove_member(&root, &pack, &name)
            .await
            .unwrap();
        let error = world
            .publish_as(&ada, &adr.body("Other."))
            .await
            .unwrap_err();
        assert!(matches!(error, PublishError::Denied(_)), "{error}");
    });
}

#[test]
fn what_the_catalog_lists_itself_belongs_to_nobody() {
    on_each_engine(async |world| {
        let root = world.admin("root").await;
        let ada = world.person("ada").await;
        let adr = skill("adr-writer", "ADR Writer");
        world.publish(&adr).await.unwrap();
        let further = adr.body("Other.");
        let error = world.publish_as(&ada, &further).await.unwrap_err();
        assert!(matches!(error, PublishError::Denied(_)), "{error}");
        world.publish_as(&root, &further).await.unwrap();
    });
}

#[test]
fn a_job_publishes_to_its_own_pack_alone() {
    on_each_engine(async |world| {
        let pack = pack_name("test-pack");
        let bounds = TokenBounds {
            scopes: [Scope::SkillsPublish].into(),
            pack: Some(pack.clone()),
            skill: None,
            expires_at: None,
        };
        let job = Caller {
            actor: Actor::Workflow("ci:skills".to_owned()),
            is_admin: false,
            credential: Credential::Token {
                id: "1".to_owned(),
                bounds,
            },
            roles: [(pack, Role::Maintainer)].into(),
        };
        let adr = skill("adr-writer", "ADR Writer");
        let error = world.publish_as(&job, &adr).await.unwrap_err();
        assert!(matches!(error, PublishError::CredentialOver), "{error}");
        let token = "INSERT INTO tokens (id, secret_digest, workflow, label, scopes, created_at) \
            VALUES ('1', 'x', 'ci:skills', 'CI', 'skills:publish', 0)";
        world.execute(token).await;
        let error = world.publish_as(&job, &adr).await.unwrap_err();
        assert!(matches!(error, PublishError::Denied(_)), "{error}");
        world.publish(&adr).await.unwrap();
        let published = world.publish_as(&job, &adr.body("Other.")).await.unwrap();
        let by = published.release().published_by.as_deref();
        assert_eq!(by, Some("ci:skills"));
        let other = skill("tea-maker", "Tea Maker").pack("Tea pack");
        let error = world.publish_as(&job, &other).await.unwrap_err();
        assert!(matches!(error, PublishError::Denied(_)), "{error}");
    });
}

#[test]
fn a_name_too_like_that_of_others_is_refused_with_the_reason() {
    on_each_engine(async |world| {
        let (ada, bob) = (world.person("ada").await, world.person("bob").await);
        let review = skill("code-review", "Code Review");
        world.publish_as(&ada, &review).await.unwrap();
        let ada = again(&world, "ada").await;
        for (name, reason) in [
            ("code-reviews", "look the same"),
            ("codereview", "look the same"),
            ("c0de-review", "look the same"),
            ("code-revew", "differ by one letter"),
            ("xcode-review", "differ by one letter"),
            ("code-reviewx", "differ by one letter"),
            ("code-reveiw", "differ by two swapped letters"),
        ] {
            let near = skill(name, "Near").pack("Bob's pack");
            let error = world.publish_as(&bob, &near).await.unwrap_err();
            let expected = format!(
                "the name {name} could be taken for code-review, which is in the pack test-pack: they {reason}"
            );
            assert_eq!(error.to_string(), expected);
        }
        let own = skill("code-reviews", "Code Reviews");
        world.publish_as(&ada, &own).await.unwrap();
        let apart = skill("code-reviewer", "Reviewer").pack("Bob's pack");
        world.publish_as(&bob, &apart).await.unwrap();
        let bob = again(&world, "bob").await;
        let apart = skill("test-review", "Test Review").pack("Bob's pack");
        world.publish_as(&bob, &apart).await.unwrap();
    });
}

#[test]
fn an_account_publishes_so_much_an_hour_and_the_same_again_for_nothing() {
    on_each_engine(async |mut world| {
        let ada = world.person("ada").await;
        let adr = skill("adr-writer", "ADR Writer");
        world.publish_as(&ada, &adr).await.unwrap();
        let ada = again(&world, "ada").await;
        // As many releases as there may be, all a moment ago.
        let rows = (1..PUBLISHES_AN_HOUR).map(|patch| {
            format!(
                "INSERT INTO releases SELECT skill, '9.0.{patch}', '9.0.{patch:04}', digest, root_digest, 't{patch}', size_bytes, \
                 file_count, published_at, is_yanked, record, published_by, yank_reason FROM releases WHERE version = '0.1.0'"
            )
        });
        let rows: Vec<String> = rows.collect();
        world.execute(&rows.join(";")).await;
        let further = adr.clone().version("0.2.0");
        let error = world.publish_as(&ada, &further).await.unwrap_err();
        assert!(matches!(error, PublishError::TooMany { .. }), "{error}");
        let again = world.publish_as(&ada, &adr).await.unwrap();
        assert!(matches!(again, Published::Unchanged(_)));
        world.restart_at(crate::world::NOW + 60 * 60 * 1000).await;
        world.publish_as(&ada, &further).await.unwrap();
    });
}

#[test]
fn of_two_who_publish_one_version_at_once_one_does() {
    on_each_engine(async |world| {
        let ada = world.person("ada").await;
        world
            .publish_as(&ada, &skill("tea-maker", "Tea Maker"))
            .await
            .unwrap();
        let ada = again(&world, "ada").await;
        let mut publishing = JoinSet::new();
        for number in 0..20 {
            let (catalog, ada) = (world.catalog.clone(), ada.clone());
            let adr = skill("adr-writer", "ADR Writer").version("1.0.0");
            let publication = adr.body(&format!("Body {number}.")).publication();
            publishing.spawn(async move { catalog.publish_by(publication, &ada).await });
        }
        let results = publishing.join_all().await;
        let created = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(created, 1);
        for error in results.into_iter().filter_map(Result::err) {
            assert!(
                matches!(error, PublishError::VersionTaken { .. }),
                "{error}"
            );
        }
    });
}
