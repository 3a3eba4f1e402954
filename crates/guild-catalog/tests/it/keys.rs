//! Keys of publishers, and releases that they sign.

use guild_catalog::{
    Caller, Denied, KEYS_OF_AN_ACCOUNT, KeyError, PageRequest, PublishError, Published,
    SignatureRefused,
};
use guild_skill::archive::{self, Layout};
use guild_skill::log::{Entry, Proof};
use guild_skill::note::{SigningKey, VerifierKey};
use guild_skill::signature::{Registration, Rotation, Signature, Statement};
use guild_skill::{AccountName, Digest};
use semver::Version;

use crate::world::{NOW, Skill, World, account, on_each_engine, skill};

fn key(name: &str, seed: u8) -> SigningKey {
    SigningKey::from_seed(name, [seed; 32]).unwrap()
}

/// Signs what a skill's files are.
fn sign(skill: &Skill, version: &str, key: &SigningKey) -> Signature {
    let (name, files) = (skill.name(), skill.publication().files);
    let archive = archive::write(&files, Layout::Wrapped(&name));
    let statement = Statement {
        skill: &name,
        version: &Version::parse(version).unwrap(),
        archive: &Digest::of(&archive),
        files: &files.tree_digest(),
    };
    statement.sign(key)
}

impl World {
    async fn log_name(&self) -> String {
        let head = self.catalog.log_head().await.unwrap();
        VerifierKey::parse(&head.key).unwrap().name().to_owned()
    }

    async fn prove(&self, account: &AccountName, key: &SigningKey) -> Signature {
        let catalog = self.log_name().await;
        let catalog = catalog.as_str();
        Registration { account, catalog }.sign(key)
    }

    /// Registers a key for somebody.
    async fn register(&self, caller: &Caller, key: &SigningKey) -> Result<bool, KeyError> {
        let proof = self.prove(caller.account().unwrap(), key).await;
        let registered = self.catalog.register_key(caller, &proof, None).await;
        registered.map(|(_, is_new)| is_new)
    }

    async fn publish_signed(
        &self,
        caller: &Caller,
        skill: &Skill,
        signature: &Signature,
    ) -> Result<Published, PublishError> {
        let publication = skill.publication();
        self.catalog
            .publish_signed(publication, signature, caller)
            .await
    }

    /// Says why a publication was refused for its signature.
    async fn refusal(
        &self,
        caller: &Caller,
        skill: &Skill,
        signature: &Signature,
    ) -> SignatureRefused {
        let published = self.publish_signed(caller, skill, signature).await;
        let why = match published.unwrap_err() {
            PublishError::Signature { source, .. } => Some(*source),
            _ => None,
        };
        why.unwrap()
    }
}

#[test]
fn a_signed_release_says_by_whom_and_the_log_commits_to_it() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let laptop = key("anna", 1);
        assert!(world.register(&anna, &laptop).await.unwrap());
        let tea = skill("tea-maker", "Tea maker").version("1.0.0");
        let signature = sign(&tea, "1.0.0", &laptop);
        let published = world.publish_signed(&anna, &tea, &signature).await.unwrap();
        let said = published.release().signature.clone().unwrap();
        assert_eq!(said.account.as_deref(), Some("anna"));
        assert_eq!(said.key, laptop.verifier().to_string());
        let version = Version::new(1, 0, 0);
        let release = world.catalog.release(&tea.name(), &version).await.unwrap();
        assert_eq!(release.unwrap().signature, Some(said));
        let logged = world.catalog.log_entry(&tea.name(), "1.0.0").await.unwrap();
        let logged = logged.unwrap();
        let log = VerifierKey::parse(&logged.key).unwrap();
        let proof = Proof::parse(&logged.proof).unwrap();
        proof.verify(logged.entry.as_bytes(), &log).unwrap();
        let entry: Entry = logged.entry.parse().unwrap();
        assert!(entry.is_signature_right());
        assert_eq!(entry.key(), Some(laptop.verifier()));
        let again = world.publish_signed(&anna, &tea, &signature).await.unwrap();
        assert!(matches!(again, Published::Unchanged(_)), "{again:?}");
        assert_eq!(again.release(), published.release());
    });
}

#[test]
fn what_the_catalog_lists_itself_is_signed_by_no_account() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea maker").version("1.0.0");
        let published = world.publish(&tea).await.unwrap();
        let said = published.release().signature.clone().unwrap();
        assert_eq!((said.account, said.is_revoked), (None, false));
        assert_eq!(said.key, world.catalog.log_head().await.unwrap().key);
        let anna = world.admin("anna").await;
        let mate = skill("mate-maker", "Mate maker").pack("Other pack");
        let unsigned = world.catalog.publish_by(mate.publication(), &anna).await;
        assert_eq!(unsigned.unwrap().release().signature, None);
    });
}

#[test]
fn a_signature_of_something_else_or_by_another_key_is_refused_and_nothing_is_published() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let bob = world.person("bob").await;
        let (hers, his, nobodys) = (key("anna", 1), key("bob", 2), key("eve", 3));
        world.register(&anna, &hers).await.unwrap();
        world.register(&bob, &his).await.unwrap();
        let tea = skill("tea-maker", "Tea maker").version("1.0.0");
        let other = skill("tea-maker", "Tea maker")
            .version("1.0.0")
            .body("Other.");
        for wrong in [
            sign(&tea, "1.0.1", &hers),
            sign(&other, "1.0.0", &hers),
            sign(
                &skill("mate-maker", "Tea maker").version("1.0.0"),
                "1.0.0",
                &hers,
            ),
        ] {
            let why = world.refusal(&anna, &tea, &wrong).await;
            assert!(
                matches!(why, SignatureRefused::OfSomethingElse { .. }),
                "{why}"
            );
        }
        let why = world
            .refusal(&anna, &tea, &sign(&tea, "1.0.0", &nobodys))
            .await;
        assert!(
            matches!(why, SignatureRefused::NotRegistered { .. }),
            "{why}"
        );
        let why = world.refusal(&anna, &tea, &sign(&tea, "1.0.0", &his)).await;
        assert!(matches!(why, SignatureRefused::OfAnother { .. }), "{why}");
        let unversioned = skill("tea-maker", "Tea maker");
        let why = world
            .refusal(&anna, &unversioned, &sign(&unversioned, "0.1.0", &hers))
            .await;
        assert_eq!(why, SignatureRefused::NoVersion);
        assert_eq!(
            world.catalog.skill(&tea.name()).await.unwrap().map(|_| ()),
            None
        );
        let right = sign(&tea, "1.0.0", &hers);
        world.publish_signed(&anna, &tea, &right).await.unwrap();
    });
}

#[test]
fn a_revoked_key_signs_nothing_more_and_what_it_signed_says_so() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let laptop = key("anna", 1);
        world.register(&anna, &laptop).await.unwrap();
        let tea = skill("tea-maker", "Tea maker").version("1.0.0");
        let signature = sign(&tea, "1.0.0", &laptop);
        world.publish_signed(&anna, &tea, &signature).await.unwrap();
        let generation = world.catalog.generation();
        let id = laptop.verifier().id_text();
        assert_eq!(
            world.catalog.revoke_key(&anna, &id).await.unwrap(),
            Ok(true)
        );
        assert!(
            world.catalog.generation() > generation,
            "pages are made anew"
        );
        assert_eq!(
            world.catalog.revoke_key(&anna, &id).await.unwrap(),
            Ok(true)
        );
        assert_eq!(
            world.catalog.revoke_key(&anna, "00000000").await.unwrap(),
            Ok(false)
        );
        let newer = tea.clone().version("1.1.0").body("Newer.");
        let why = world
            .refusal(&anna, &newer, &sign(&newer, "1.1.0", &laptop))
            .await;
        assert!(matches!(why, SignatureRefused::Revoked { .. }), "{why}");
        let release = world
            .catalog
            .release(&tea.name(), &Version::new(1, 0, 0))
            .await;
        let said = release.unwrap().unwrap().signature.unwrap();
        assert!(said.is_revoked && said.revoked_at.is_some(), "{said:?}");
        let error = world.register(&anna, &laptop).await.unwrap_err();
        assert!(matches!(error, KeyError::Revoked), "{error}");
        let audit = world.audit().await;
        assert!(
            audit[0].starts_with(&format!("anna KEY_REVOKED key {id} SHA256:")),
            "{audit:?}"
        );
        assert_eq!(
            audit
                .iter()
                .filter(|line| line.contains("KEY_REVOKED"))
                .count(),
            1
        );
        assert_eq!(
            audit
                .iter()
                .filter(|line| line.contains("KEY_REGISTERED"))
                .count(),
            1
        );
    });
}

#[test]
fn a_key_is_registered_by_who_has_it_and_by_nobody_else() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let bob = world.person("bob").await;
        let laptop = key("anna", 1);
        // What anna made for herself, sent by bob; and for another catalog.
        let hers = world.prove(&account("anna"), &laptop).await;
        let error = world
            .catalog
            .register_key(&bob, &hers, None)
            .await
            .unwrap_err();
        assert!(matches!(error, KeyError::Unproved), "{error}");
        let elsewhere = Registration {
            account: &account("anna"),
            catalog: "elsewhere",
        };
        let error = world
            .catalog
            .register_key(&anna, &elsewhere.sign(&laptop), None)
            .await;
        assert!(matches!(error, Err(KeyError::Unproved)), "{error:?}");
        assert!(world.register(&anna, &laptop).await.unwrap());
        assert!(
            !world.register(&anna, &laptop).await.unwrap(),
            "twice is once"
        );
        let error = world.register(&bob, &laptop).await.unwrap_err();
        assert!(matches!(error, KeyError::OfAnother), "{error}");
        let keys = world
            .catalog
            .keys(&account("anna"), PageRequest::FIRST)
            .await
            .unwrap();
        assert_eq!((keys.items.len(), keys.total_items), (1, 1));
        assert_eq!(keys.items[0].registered_at, guild_catalog::rfc3339(NOW));
    });
}

#[test]
fn a_key_is_announced_by_another_of_the_account_that_is_not_revoked() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let bob = world.person("bob").await;
        let [old, new, newer, his] = [1, 2, 3, 4].map(|seed| key("anna", seed));
        for (caller, key) in [(&anna, &old), (&bob, &his)] {
            world.register(caller, key).await.unwrap();
        }
        let announce = |from: &SigningKey, to: &SigningKey, by: &SigningKey| {
            let (from, to) = (from.verifier(), to.verifier());
            Rotation { from, to }.sign(by)
        };
        let register = async |key: &SigningKey, announcement: &Signature| {
            let proof = world.prove(&account("anna"), key).await;
            let catalog = &world.catalog;
            let registered = catalog.register_key(&anna, &proof, Some(announcement));
            registered.await.map(|(_, is_new)| is_new)
        };
        for wrong in [
            announce(&his, &new, &his),
            announce(&newer, &new, &newer),
            announce(&old, &newer, &old),
            announce(&old, &new, &his),
            announce(&new, &new, &new),
        ] {
            let error = register(&new, &wrong).await.unwrap_err();
            assert!(matches!(error, KeyError::Unannounced), "{error}");
        }
        let first = announce(&old, &new, &old);
        assert!(register(&new, &first).await.unwrap());
        assert!(!register(&new, &first).await.unwrap(), "twice is once");
        // A key may be announced after it was registered.
        world.register(&anna, &newer).await.unwrap();
        let second = announce(&new, &newer, &new);
        assert!(!register(&newer, &second).await.unwrap());
        // The log has both, with the release that the last key signs.
        let tea = skill("tea-maker", "Tea maker").version("1.0.0");
        let signature = sign(&tea, "1.0.0", &newer);
        world.publish_signed(&anna, &tea, &signature).await.unwrap();
        let name = tea.name();
        let entry = world.catalog.log_entry(&name, "1.0.0").await;
        let entry: Entry = entry.unwrap().unwrap().entry.parse().unwrap();
        assert_eq!(entry.earlier_keys(), [new.verifier(), old.verifier()]);
        // What is revoked announces nothing more; what it announced stays.
        let id = newer.verifier().id_text();
        assert!(world.catalog.revoke_key(&anna, &id).await.unwrap().unwrap());
        let late = key("anna", 5);
        let error = register(&late, &announce(&newer, &late, &newer)).await;
        let error = error.unwrap_err();
        assert!(matches!(error, KeyError::AnnouncedByRevoked(_)), "{error}");
        assert!(world.register(&anna, &late).await.unwrap());
    });
}

#[test]
fn a_token_registers_and_revokes_no_key_and_an_account_has_so_many() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        for seed in 0..KEYS_OF_AN_ACCOUNT {
            let seed = u8::try_from(seed).unwrap();
            world.register(&anna, &key("anna", seed)).await.unwrap();
        }
        let error = world.register(&anna, &key("anna", 255)).await.unwrap_err();
        assert!(matches!(error, KeyError::TooMany), "{error}");
        let mut token = anna.clone();
        token.credential = guild_catalog::Credential::Token {
            id: "0".to_owned(),
            bounds: guild_catalog::TokenBounds {
                scopes: guild_skill::Scope::ALL.into_iter().collect(),
                pack: None,
                skill: None,
                expires_at: None,
            },
        };
        let error = world.register(&token, &key("anna", 254)).await.unwrap_err();
        assert!(
            matches!(error, KeyError::Denied(Denied::TokenNotEnough)),
            "{error}"
        );
        let id = key("anna", 1).verifier().id_text();
        let revoked = world.catalog.revoke_key(&token, &id).await.unwrap();
        assert_eq!(revoked, Err(Denied::TokenNotEnough));
    });
}
