//! Tokens: what each is good for, and when it is over.

use guild_catalog::{Caller, Denied, MadeToken, NewToken, PageRequest, Place, Standing};
use guild_skill::token::TokenText;
use guild_skill::{Scope, SkillName};

use crate::world::{NOW, World, account, on_each_engine, pack_name};

const MINUTE_MS: i64 = 60 * 1000;

fn wish(scopes: &[Scope]) -> NewToken {
    NewToken {
        label: "release job".to_owned(),
        scopes: scopes.iter().copied().collect(),
        pack: None,
        life_ms: None,
    }
}

async fn make(world: &World, caller: &Caller, new: NewToken) -> MadeToken {
    world
        .catalog
        .make_token(caller, new)
        .await
        .unwrap()
        .unwrap()
}

async fn found(world: &World, token: &TokenText) -> Option<Caller> {
    let found = world.catalog.caller_of_token(token).await.unwrap();
    found.map(|found| found.caller)
}

#[test]
fn a_token_stands_for_its_account_within_its_scopes() {
    on_each_engine(async |world| {
        let anna = world.person("anna").await;
        let made = make(&world, &anna, wish(&[Scope::RatingsWrite])).await;
        let program = found(&world, &made.secret).await.unwrap();
        assert_eq!(program.name(), "anna");
        assert_eq!(program.require(Scope::RatingsWrite, Place::Catalog), Ok(()));
        let pack = pack_name("new-pack");
        let skill = SkillName::parse("new").unwrap();
        let place = Place::NewPack(&pack, &skill);
        let denied = Err(Denied::Scope(Scope::SkillsPublish));
        assert_eq!(program.require(Scope::SkillsPublish, place), denied);
        assert_eq!(anna.require(Scope::SkillsPublish, place), Ok(()));
        let other = TokenText::of_random([7; 32]);
        assert_eq!(found(&world, &other).await, None, "well formed, never made");
    });
}

#[test]
fn a_token_for_one_pack_is_good_nowhere_else() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        let new = NewToken {
            pack: Some(pack_name("developer-pack")),
            ..wish(&[Scope::SkillsPublish, Scope::RatingsWrite, Scope::Admin])
        };
        let made = make(&world, &anna, new).await;
        let program = found(&world, &made.secret).await.unwrap();
        let skill = SkillName::parse("adr-writer").unwrap();
        let (own, other) = (pack_name("developer-pack"), pack_name("other-pack"));
        let publish = |place| program.require(Scope::SkillsPublish, place);
        assert_eq!(publish(Place::Skill(&own, &skill)), Ok(()));
        for place in [
            Place::Skill(&other, &skill),
            Place::NewPack(&other, &skill),
            Place::Pack(&other),
            Place::Catalog,
        ] {
            assert!(matches!(publish(place), Err(Denied::OtherPlace(_))));
        }
        let admin = program.require(Scope::Admin, Place::Catalog);
        assert!(matches!(admin, Err(Denied::OtherPlace(_))));
    });
}

#[test]
fn a_token_cannot_do_what_only_a_person_may() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        let all = make(&world, &anna, wish(&Scope::ALL)).await;
        let program = found(&world, &all.secret).await.unwrap();
        let more = world.catalog.make_token(&program, wish(&[])).await.unwrap();
        assert_eq!(more.unwrap_err(), Denied::TokenNotEnough);
        let other = make(&world, &anna, wish(&[])).await;
        let revoke =
            async |caller: &Caller, id: &str| world.catalog.revoke_token(caller, id).await.unwrap();
        let denied = revoke(&program, &other.token.id).await;
        assert_eq!(denied, Err(Denied::TokenNotEnough));
        assert_eq!(revoke(&program, &all.token.id).await, Ok(true), "itself");
        assert_eq!(found(&world, &all.secret).await, None);
        assert!(found(&world, &other.secret).await.is_some());
        let bruno = world.person("bruno").await;
        assert_eq!(revoke(&bruno, &other.token.id).await, Ok(false), "not his");
        let admin = world
            .catalog
            .make_token(&bruno, wish(&[Scope::Admin]))
            .await;
        assert_eq!(admin.unwrap().unwrap_err(), Denied::NotAdmin);
    });
}

#[test]
fn an_admin_s_token_is_ordinary_from_when_the_admin_is() {
    on_each_engine(async |world| {
        let anna = world.admin("anna").await;
        world.person("bruno").await;
        let made = make(&world, &anna, wish(&[Scope::Admin])).await;
        let may = async || {
            let program = found(&world, &made.secret).await.unwrap();
            program.require(Scope::Admin, Place::Catalog)
        };
        assert_eq!(may().await, Ok(()));
        let set = async |name: &str, standing| {
            let name = account(name);
            world
                .catalog
                .set_standing(&anna, &name, standing)
                .await
                .unwrap()
        };
        set("bruno", Standing::Admin).await;
        set("anna", Standing::Ordinary).await;
        assert_eq!(may().await, Err(Denied::NotAdmin));
    });
}

#[test]
fn a_token_ends_with_its_time_and_with_its_account() {
    on_each_engine(async |mut world| {
        let anna = world.admin("anna").await;
        let bruno = world.person("bruno").await;
        let short = NewToken {
            life_ms: Some(MINUTE_MS),
            ..wish(&[Scope::SkillsPublish])
        };
        let short = make(&world, &anna, short).await;
        let lasting = make(&world, &bruno, wish(&[Scope::SkillsPublish])).await;
        world.restart_at(NOW + MINUTE_MS - 1).await;
        assert!(found(&world, &short.secret).await.is_some());
        world.restart_at(NOW + MINUTE_MS).await;
        assert_eq!(found(&world, &short.secret).await, None);
        let list = world
            .catalog
            .tokens(&account("anna"), PageRequest::FIRST)
            .await;
        assert!(list.unwrap().items[0].is_expired, "its owner sees why");
        assert!(found(&world, &lasting.secret).await.is_some());
        let close = Standing::Disabled;
        world
            .catalog
            .set_standing(&anna, &account("bruno"), close)
            .await
            .unwrap();
        assert_eq!(found(&world, &lasting.secret).await, None);
        world.catalog.close().await;
    });
}

#[test]
fn the_last_use_is_known_to_the_minute() {
    on_each_engine(async |mut world| {
        let anna = world.person("anna").await;
        let made = make(&world, &anna, wish(&[Scope::SkillsPublish])).await;
        let used_at = async |world: &World| {
            let token = world.catalog.token(&account("anna"), &made.token.id).await;
            token.unwrap().unwrap().used_at
        };
        assert_eq!(used_at(&world).await, None);
        for (at, is_new) in [(0, true), (MINUTE_MS - 1, false), (MINUTE_MS, true)] {
            world.restart_at(NOW + at).await;
            let found = world.catalog.caller_of_token(&made.secret).await.unwrap();
            let found = found.unwrap();
            assert_eq!(found.is_use_new, is_new, "{at}");
            if is_new {
                world.catalog.note_use(&found.caller).await.unwrap();
            }
        }
        let last = guild_catalog::rfc3339(NOW + MINUTE_MS);
        assert_eq!(used_at(&world).await, Some(last));
        world.catalog.close().await;
    });
}

#[test]
fn no_secret_stands_in_the_database() {
    on_each_engine(async |world| {
        let anna = world.person("anna").await;
        let made = make(&world, &anna, wish(&[Scope::SkillsPublish])).await;
        let secret = made.secret.reveal();
        for (table, column) in [
            ("tokens", "secret_digest"),
            ("sessions", "secret_digest"),
            ("audit_entries", "subject"),
        ] {
            // A statement that fails when a row holds more than a digest or a name.
            let check = format!(
                "INSERT INTO packs (name, label) SELECT 'leak', NULL FROM {table} WHERE {column} LIKE '%{}%'",
                &secret[4..30]
            );
            world.execute(&check).await;
        }
        assert!(!format!("{made:?}").contains(&secret[4..30]));
    });
}
