//! Trusted publishers: whom a pack trusts, what a job that shows its identity gets, and what is kept of it.

use guild_catalog::{
    Caller, Identity, MemberError, NewPublisher, PageRequest, PublishError, PublisherError,
    TrustError,
};
use guild_skill::token::TokenText;
use guild_skill::wire::{JobIdentity, TrustedToken};
use guild_skill::{Digest, PackLabel, SkillName};
use tokio::task::JoinSet;

use crate::world::{NOW, Skill, World, on_each_engine, pack_name, skill};

const HOUR_MS: i64 = 60 * 60 * 1000;

fn tools() -> NewPublisher {
    NewPublisher {
        skill: None,
        issuer: "https://issuer.example".to_owned(),
        audience: "https://skills.example".to_owned(),
        repository: "octo/tools".to_owned(),
        workflow: "release.yml".to_owned(),
        environment: None,
    }
}

/// The identity number so and so of the job.
fn identity(number: u32, repository_id: Option<&str>) -> Identity {
    Identity {
        job: JobIdentity {
            issuer: "https://issuer.example".to_owned(),
            repository: "octo/tools".to_owned(),
            repository_id: repository_id.map(str::to_owned),
            workflow: Some("release.yml".to_owned()),
            environment: None,
            git_ref: Some("refs/heads/main".to_owned()),
            commit: Some("4b82".to_owned()),
            run_url: None,
        },
        audience: "https://skills.example".to_owned(),
        digest: Digest::of(&number.to_be_bytes()),
        expires_at: NOW + 5 * 60 * 1000,
    }
}

impl World {
    /// Makes `anna` with a pack of hers.
    async fn owner(&self) -> Caller {
        self.admin("root").await;
        let anna = self.person("anna").await;
        let label = PackLabel::parse("Test pack").unwrap();
        self.catalog.create_pack(&anna, &label).await.unwrap();
        crate::members::again(self, "anna").await
    }

    async fn trust(&self, owner: &Caller, new: NewPublisher) -> Result<bool, PublisherError> {
        let pack = pack_name("test-pack");
        let trusted = self.catalog.trust_publisher(owner, &pack, new).await;
        trusted.map(|(is_new, _)| is_new)
    }

    async fn show(&self, identity: &Identity) -> Result<TrustedToken, TrustError> {
        let pack = pack_name("test-pack");
        self.catalog.trusted_token(identity, &pack, None).await
    }

    async fn job(&self, token: &TrustedToken) -> Option<Caller> {
        let token = TokenText::parse(&token.secret).unwrap();
        let found = self.catalog.caller_of_token(&token).await.unwrap();
        found.map(|found| found.caller)
    }

    async fn publish_by(&self, caller: &Caller, skill: &Skill) -> Result<(), PublishError> {
        let published = self.catalog.publish_by(skill.publication(), caller).await;
        published.map(|_| ())
    }
}

#[test]
fn a_job_publishes_a_skill_that_is_not_there_yet_and_who_it_was_is_kept_for_ever() {
    on_each_engine(async |mut world| {
        let anna = world.owner().await;
        let name = SkillName::parse("adr-writer").unwrap();
        let pending = NewPublisher {
            skill: Some(name.clone()),
            ..tools()
        };
        assert!(world.trust(&anna, pending.clone()).await.unwrap());
        assert!(
            !world.trust(&anna, pending).await.unwrap(),
            "the same is no other"
        );
        let token = world.show(&identity(1, Some("74"))).await.unwrap();
        assert_eq!(token.skill.as_deref(), Some("adr-writer"));
        let job = world.job(&token).await.unwrap();
        world
            .publish_by(&job, &skill("adr-writer", "ADR Writer"))
            .await
            .unwrap();
        let other = world
            .publish_by(&job, &skill("tea-maker", "Tea Maker"))
            .await;
        assert!(matches!(other, Err(PublishError::Denied(_))), "{other:?}");
        world.restart_at(NOW + 40 * 24 * HOUR_MS).await;
        assert!(world.job(&token).await.is_none(), "the token is over");
        let releases = world
            .catalog
            .releases(&name, PageRequest::FIRST)
            .await
            .unwrap();
        let release = releases.unwrap().items.remove(0);
        assert_eq!(
            release.published_by.as_deref(),
            Some("octo/tools · release.yml")
        );
        assert_eq!(release.identity, Some(identity(1, Some("74")).job));
        let entry = world
            .catalog
            .log_entry(&name, &release.version)
            .await
            .unwrap();
        let entry = entry.unwrap().entry;
        assert!(
            entry.contains("\nby IDENTITY {\"issuer\":\"https://issuer.example\""),
            "{entry}"
        );
        let audit = world.audit().await;
        let expected = "octo/tools · release.yml RELEASE_PUBLISHED skill adr-writer 0.1.0";
        assert!(audit.iter().any(|line| line == expected), "{audit:?}");
    });
}

#[test]
fn a_repository_is_pinned_by_its_first_job_and_another_of_its_name_is_refused() {
    on_each_engine(async |world| {
        let anna = world.owner().await;
        world.trust(&anna, tools()).await.unwrap();
        // Where an issuer tells no id, there is nothing to pin.
        world.show(&identity(1, None)).await.unwrap();
        world.show(&identity(2, Some("74"))).await.unwrap();
        world.show(&identity(3, Some("74"))).await.unwrap();
        for (number, id) in [(4, Some("99")), (5, None)] {
            let refused = world.show(&identity(number, id)).await.unwrap_err();
            assert!(
                refused.to_string().contains("another repository"),
                "{refused}"
            );
        }
        let pack = pack_name("test-pack");
        let list = world
            .catalog
            .publishers(&pack, PageRequest::FIRST)
            .await
            .unwrap();
        assert_eq!(list.items[0].repository_id.as_deref(), Some("74"));
        // An owner who means the new one says so.
        let id = &list.items[0].id;
        assert!(
            world
                .catalog
                .distrust_publisher(&anna, &pack, id)
                .await
                .unwrap()
        );
        assert!(
            !world
                .catalog
                .distrust_publisher(&anna, &pack, id)
                .await
                .unwrap()
        );
        world.trust(&anna, tools()).await.unwrap();
        world.show(&identity(4, Some("99"))).await.unwrap();
    });
}

#[test]
fn an_identity_is_good_once_however_many_show_it_at_once() {
    on_each_engine(async |mut world| {
        let anna = world.owner().await;
        world.trust(&anna, tools()).await.unwrap();
        let mut showing = JoinSet::new();
        for _ in 0..10 {
            let catalog = world.catalog.clone();
            showing.spawn(async move {
                let pack = pack_name("test-pack");
                catalog
                    .trusted_token(&identity(1, Some("74")), &pack, None)
                    .await
            });
        }
        let results = showing.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        for error in results.into_iter().filter_map(Result::err) {
            assert!(matches!(error, TrustError::Replayed), "{error}");
        }
        // Remembered past its end, and past a restart that sweeps what is over.
        world.restart_at(NOW + HOUR_MS).await;
        let again = world.show(&identity(1, Some("74"))).await;
        assert!(matches!(again, Err(TrustError::Replayed)), "{again:?}");
    });
}

#[test]
fn a_pack_that_trusts_a_job_can_be_removed_and_trusts_a_hundred_at_the_most() {
    on_each_engine(async |world| {
        let anna = world.owner().await;
        let bruno = world.person("bruno").await;
        let denied = world.trust(&bruno, tools()).await;
        let is_denied = matches!(denied, Err(PublisherError::Member(MemberError::Denied(_))));
        assert!(is_denied, "{denied:?}");
        for number in 0..100 {
            let repository = format!("octo/tools{number}");
            let new = NewPublisher {
                repository,
                ..tools()
            };
            assert!(world.trust(&anna, new).await.unwrap());
        }
        let full = world.trust(&anna, tools()).await;
        assert!(
            matches!(full, Err(PublisherError::TooManyPublishers)),
            "{full:?}"
        );
        let pack = pack_name("test-pack");
        world.catalog.remove_pack(&anna, &pack).await.unwrap();
        let list = world
            .catalog
            .publishers(&pack, PageRequest::FIRST)
            .await
            .unwrap();
        assert_eq!(list.total_items, 0);
        let gone = world.show(&identity(1, None)).await;
        assert!(
            matches!(gone, Err(TrustError::NoPublisher { .. })),
            "{gone:?}"
        );
        let issuer = "https://issuer.example";
        let asked = world.catalog.check_issuer(&pack, issuer, "192.0.2.1").await;
        assert!(
            matches!(asked, Err(TrustError::NoPublisher { .. })),
            "{asked:?}"
        );
    });
}
