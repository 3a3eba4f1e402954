//! Webhooks: what is told to whom, in which order, and by which node.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use guild_catalog::{
    Attempt, Caller, Catalog, CatalogOptions, Clock, LogOptions, Outcome, PageRequest, Told,
    WebhookError,
};
use guild_skill::wire::{DeliveryState, EventKind, WebhookChange, WebhookDelivery};
use guild_skill::{Role, SkillName};

use crate::members::again;
use crate::world::{NOW, World, account, on_each_engine, pack_name, skill};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Opens the world's catalog again, by a clock that can be moved on.
async fn with_clock(world: &mut World) -> Arc<AtomicI64> {
    world.catalog.close().await;
    let now = Arc::new(AtomicI64::new(NOW));
    world.catalog = node(world, &now, world.data.clone()).await;
    now
}

async fn node(world: &World, now: &Arc<AtomicI64>, data: std::path::PathBuf) -> Catalog {
    let now = Arc::clone(now);
    let options = CatalogOptions {
        data,
        log: LogOptions {
            key: Some(world.data.join("log.key")),
            origin: None,
        },
        clock: Clock::new(move || now.load(Ordering::Relaxed)),
        ..world.options()
    };
    Catalog::open(options).await.unwrap()
}

async fn hook(world: &World, caller: &Caller, told: Told) -> String {
    let url = "https://a.example/".to_owned();
    let made = world.catalog.create_webhook(caller, url, told).await;
    made.unwrap().0.id
}

/// Takes what is to be sent next, if anything is.
async fn take(catalog: &Catalog, node: &str) -> Option<Attempt> {
    for due in catalog.due_webhooks().await.unwrap() {
        if let Some(attempt) = catalog.begin_attempt(&due.id, node).await.unwrap() {
            return Some(attempt);
        }
    }
    None
}

async fn end(catalog: &Catalog, attempt: Attempt, status: u16) {
    let outcome = Outcome {
        status: Some(status),
        took_ms: 1,
        answer: Some(String::new()),
        error: None,
    };
    catalog.end_attempt(attempt, outcome).await.unwrap();
}

/// Takes and sends whatever is due, and says what of.
async fn tell_all(catalog: &Catalog, status: u16) -> Vec<String> {
    let mut told = Vec::new();
    while let Some(attempt) = take(catalog, "node").await {
        told.push(format!("{:?} {}", attempt.event.kind, attempt.event.skill));
        end(catalog, attempt, status).await;
    }
    told
}

async fn deliveries(world: &World, caller: &Caller, id: &str) -> Vec<WebhookDelivery> {
    let list = world.catalog.deliveries(caller, id, PageRequest::FIRST);
    list.await.unwrap().items
}

#[test]
fn what_happens_after_it_was_made_is_told_once_and_in_order() {
    on_each_engine(async |mut world| {
        with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        world.publish(&skill("before-it", "Before")).await.unwrap();
        let id = hook(&world, &anna, Told::default()).await;
        assert!(take(&world.catalog, "node").await.is_none());
        for name in ["first-one", "second-two", "third-three"] {
            world.publish(&skill(name, name)).await.unwrap();
        }
        let attempt = take(&world.catalog, "node").await.unwrap();
        assert_eq!(attempt.event.skill, "first-one");
        assert!(
            take(&world.catalog, "other").await.is_none(),
            "one at a time"
        );
        end(&world.catalog, attempt, 204).await;
        let told = tell_all(&world.catalog, 200).await;
        assert_eq!(told, ["SkillListed second-two", "SkillListed third-three"]);
        assert!(tell_all(&world.catalog, 200).await.is_empty());
        let states = deliveries(&world, &anna, &id).await;
        assert_eq!(states.len(), 3);
        assert!(
            states
                .iter()
                .all(|one| one.state == DeliveryState::Delivered)
        );
    });
}

#[test]
fn a_change_that_is_no_event_wakes_nobody() {
    on_each_engine(async |mut world| {
        with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        hook(&world, &anna, Told::default()).await;
        let skill = skill("first-one", "First");
        world.publish(&skill).await.unwrap();
        assert_eq!(tell_all(&world.catalog, 200).await.len(), 1);
        world.catalog.star(&anna, &skill.name()).await.unwrap();
        assert_eq!(world.catalog.due_webhooks().await.unwrap(), []);
        world.publish(&skill.version("1.0.1")).await.unwrap();
        let told = tell_all(&world.catalog, 200).await;
        assert_eq!(told, ["ReleasePublished first-one"]);
    });
}

#[test]
fn a_webhook_is_told_of_what_it_asked_for_alone() {
    on_each_engine(async |mut world| {
        with_clock(&mut world).await;
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        let pack = Some(pack_name("developer-pack"));
        let skill_name = SkillName::parse("adr-writer").unwrap();
        let kinds = vec![EventKind::ReleaseYanked];
        let narrow = Told {
            pack: pack.clone(),
            skill: Some(skill_name.clone()),
            kinds,
        };
        hook(&world, &anna, narrow).await;
        let of_pack = Told {
            pack,
            ..Told::default()
        };
        hook(&world, &anna, of_pack).await;
        world.publish(&skill("far-away", "Far")).await.unwrap();
        let version = semver::Version::new(1, 0, 0);
        let reason = "It was wrong.".parse().unwrap();
        for reason in [Some(&reason), None] {
            let what = (&skill_name, &version);
            world.catalog.set_yanked(&anna, what, reason).await.unwrap();
        }
        world
            .catalog
            .delete_skill(&anna, &skill_name, None)
            .await
            .unwrap();
        let mut told = tell_all(&world.catalog, 200).await;
        told.sort();
        let wanted = [
            "ReleaseUnyanked adr-writer",
            "ReleaseYanked adr-writer",
            "ReleaseYanked adr-writer",
            "SkillDeleted adr-writer",
        ];
        assert_eq!(told, wanted);
    });
}

#[test]
fn a_refusal_holds_the_line_for_a_while_and_then_steps_aside() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        let id = hook(&world, &anna, Told::default()).await;
        world.publish(&skill("bad-one", "Bad")).await.unwrap();
        world.publish(&skill("good-one", "Good")).await.unwrap();
        let mut waits = Vec::new();
        for _ in 0..5 {
            let attempt = take(&world.catalog, "node").await.unwrap();
            assert_eq!(attempt.event.skill, "bad-one");
            end(&world.catalog, attempt, 500).await;
            assert!(waits.len() == 4 || take(&world.catalog, "node").await.is_none());
            let next = deliveries(&world, &anna, &id).await[0]
                .next_attempt_at
                .clone();
            let next = guild_catalog::milliseconds(&next.unwrap()).unwrap();
            waits.push(next - now.load(Ordering::Relaxed));
            if waits.len() < 5 {
                now.store(next, Ordering::Relaxed);
            }
        }
        assert!(waits.is_sorted(), "{waits:?}");
        assert_eq!(
            tell_all(&world.catalog, 200).await,
            ["SkillListed good-one"]
        );
        now.fetch_add(3 * 60 * 60 * 1000, Ordering::Relaxed);
        assert_eq!(tell_all(&world.catalog, 200).await, ["SkillListed bad-one"]);
    });
}

#[test]
fn a_node_that_is_lost_leaves_its_webhook_to_another() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        hook(&world, &anna, Told::default()).await;
        // An SQLite file has one process, in which two may ask.
        let folder = tempfile::tempdir().unwrap();
        let other = match world.database {
            Some(_) => node(&world, &now, folder.path().to_owned()).await,
            None => world.catalog.clone(),
        };
        world.publish(&skill("one-skill", "One")).await.unwrap();
        let lost = take(&world.catalog, "lost").await.unwrap();
        assert!(take(&other, "other").await.is_none());
        now.fetch_add(60_000, Ordering::Relaxed);
        let again = take(&other, "other").await.unwrap();
        assert_eq!(again.message_id, lost.message_id);
        end(&other, again, 200).await;
        end(&world.catalog, lost, 200).await;
        assert!(take(&world.catalog, "lost").await.is_none());
        other.close().await;
    });
}

#[test]
fn two_nodes_share_the_work_and_tell_nothing_twice() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        for _ in 0..3 {
            hook(&world, &anna, Told::default()).await;
        }
        let folder = tempfile::tempdir().unwrap();
        let other = match world.database {
            Some(_) => node(&world, &now, folder.path().to_owned()).await,
            None => world.catalog.clone(),
        };
        for number in 0..6 {
            world
                .publish(&skill(&format!("skill-no{number}"), "Skill"))
                .await
                .unwrap();
        }
        let work = async |catalog: &Catalog, name: &str| {
            let mut told = Vec::new();
            let mut idle = 0;
            while idle < 20 {
                match take(catalog, name).await {
                    Some(attempt) => {
                        told.push(attempt.message_id.clone());
                        end(catalog, attempt, 200).await;
                        idle = 0;
                    }
                    None => idle += 1,
                }
            }
            told
        };
        let (first, second) = tokio::join!(work(&world.catalog, "a"), work(&other, "b"));
        let mut all: Vec<String> = first.into_iter().chain(second).collect();
        assert_eq!(all.len(), 18);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 18);
        other.close().await;
    });
}

#[test]
fn a_receiver_that_fails_for_long_or_is_gone_is_told_no_more() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        let id = hook(&world, &anna, Told::default()).await;
        world.publish(&skill("one-skill", "One")).await.unwrap();
        while let Some(attempt) = take(&world.catalog, "node").await {
            end(&world.catalog, attempt, 503).await;
            now.fetch_add(DAY_MS, Ordering::Relaxed);
        }
        let webhook = world.catalog.webhook(&anna, &id).await.unwrap();
        let reason = webhook.disabled_reason.unwrap();
        assert!(
            reason.contains("three days") && reason.contains("503"),
            "{reason}"
        );
        assert_eq!(
            deliveries(&world, &anna, &id).await[0].state,
            DeliveryState::Failed
        );
        world.publish(&skill("missed-one", "Missed")).await.unwrap();
        let on = WebhookChange {
            is_enabled: Some(true),
            ..WebhookChange::default()
        };
        let webhook = world.catalog.change_webhook(&anna, &id, on).await.unwrap();
        assert!(webhook.is_enabled && webhook.failing_since.is_none());
        assert!(take(&world.catalog, "node").await.is_none());
        world.publish(&skill("later-one", "Later")).await.unwrap();
        assert_eq!(
            tell_all(&world.catalog, 410).await,
            ["SkillListed later-one"]
        );
        let webhook = world.catalog.webhook(&anna, &id).await.unwrap();
        assert!(webhook.disabled_reason.unwrap().contains("410"));
    });
}

#[test]
fn what_was_told_can_be_told_again_and_goes_after_a_month() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let anna = world.admin("anna").await;
        let id = hook(&world, &anna, Told::default()).await;
        world.publish(&skill("one-skill", "One")).await.unwrap();
        tell_all(&world.catalog, 200).await;
        let first = deliveries(&world, &anna, &id).await.remove(0);
        let asked = world
            .catalog
            .redeliver(&anna, &id, &first.id)
            .await
            .unwrap();
        assert!(asked.is_redelivery && asked.message_id == first.message_id);
        assert_eq!(
            tell_all(&world.catalog, 200).await,
            ["SkillListed one-skill"]
        );
        let missing = world.catalog.redeliver(&anna, &id, "0").await;
        assert!(
            matches!(missing, Err(WebhookError::NoDelivery(_))),
            "{missing:?}"
        );
        for _ in 0..100 {
            world
                .catalog
                .redeliver(&anna, &id, &first.id)
                .await
                .unwrap();
        }
        let enough = world.catalog.redeliver(&anna, &id, &first.id).await;
        assert!(
            matches!(enough, Err(WebhookError::TooManyAskedFor)),
            "{enough:?}"
        );
        tell_all(&world.catalog, 200).await;
        now.fetch_add(31 * DAY_MS, Ordering::Relaxed);
        world.restart_at(NOW + 31 * DAY_MS).await;
        // The catalog looks once it has been open for a second.
        while !deliveries(&world, &anna, &id).await.is_empty() {
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn a_pack_s_webhooks_are_its_owners_and_go_with_it() {
    on_each_engine(async |world| {
        world.catalog.list_developer_pack().await.unwrap();
        let anna = world.admin("anna").await;
        for name in ["bruno", "carla"] {
            world.person(name).await;
        }
        let pack = pack_name("developer-pack");
        for (name, role) in [("bruno", Role::Owner), ("carla", Role::Maintainer)] {
            let member = account(name);
            let set = world.catalog.set_member(&anna, &pack, &member, role);
            set.await.unwrap();
        }
        let (bruno, carla) = (again(&world, "bruno").await, again(&world, "carla").await);
        let told = || Told {
            pack: Some(pack.clone()),
            ..Told::default()
        };
        let id = hook(&world, &bruno, told()).await;
        let url = || "https://a.example/".to_owned();
        let denied = world.catalog.create_webhook(&carla, url(), told()).await;
        assert!(matches!(denied, Err(WebhookError::Denied(_))), "{denied:?}");
        let unseen = world.catalog.webhook(&carla, &id).await;
        assert!(
            matches!(unseen, Err(WebhookError::NoWebhook(_))),
            "{unseen:?}"
        );
        hook(&world, &anna, Told::default()).await;
        let seen = async |caller: &Caller| {
            let list = world.catalog.webhooks(caller, PageRequest::FIRST);
            list.await.unwrap().total_items
        };
        assert_eq!(
            (seen(&anna).await, seen(&bruno).await, seen(&carla).await),
            (2, 1, 0)
        );
        for _ in 1..20 {
            hook(&world, &bruno, told()).await;
        }
        let enough = world.catalog.create_webhook(&bruno, url(), told()).await;
        assert!(matches!(enough, Err(WebhookError::TooMany)), "{enough:?}");
        let skill = Some(SkillName::parse("no-such").unwrap());
        let missing = world
            .catalog
            .create_webhook(&anna, url(), Told { skill, ..told() })
            .await;
        assert!(
            matches!(missing, Err(WebhookError::NoSkill { .. })),
            "{missing:?}"
        );
        assert!(
            world
                .audit()
                .await
                .iter()
                .any(|line| *line == format!("bruno WEBHOOK_CREATED webhook {id}"))
        );
    });
}

#[test]
fn what_happens_on_one_node_is_told_by_another_in_the_same_order() {
    on_each_engine(async |mut world| {
        let now = with_clock(&mut world).await;
        let folder = tempfile::tempdir().unwrap();
        let other = match world.database {
            Some(_) => node(&world, &now, folder.path().to_owned()).await,
            None => world.catalog.clone(),
        };
        let mut seen = other.generation();
        for name in ["first-one", "second-two"] {
            world.publish(&skill(name, name)).await.unwrap();
            // A stream looks at this number, and then at the events.
            while other.generation() == seen {
                tokio::task::yield_now().await;
            }
            seen = other.generation();
        }
        let events = other.events(0, PageRequest::FIRST).await.unwrap();
        let own = world.catalog.events(0, PageRequest::FIRST).await.unwrap();
        assert_eq!(events, own);
        let later = other.events(events.items[0].sequence, PageRequest::FIRST);
        assert_eq!(later.await.unwrap().items, own.items[1..]);
        other.close().await;
    });
}
