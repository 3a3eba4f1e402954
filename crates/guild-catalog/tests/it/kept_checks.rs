//! Results of checks that are kept: found by their key alone, bounded, and not for ever.

use guild_catalog::{Catalog, Keeping, KeptKey, KeptLimits};

use crate::world::{NOW, on_each_engine};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn small() -> KeptLimits {
    KeptLimits {
        results: 3,
        bytes: 20,
        result_bytes: 10,
        milliseconds: DAY_MS,
    }
}

async fn keep(catalog: &Catalog, content: &str) -> KeptKey {
    let keeping = catalog.keep_check(content, small()).await.unwrap();
    let Keeping::Kept(key) = keeping else {
        unreachable!("{content} is not kept: {keeping:?}");
    };
    key
}

#[test]
fn a_result_is_there_after_a_restart_until_its_time_is_over() {
    on_each_engine(async |mut world| {
        let key = keep(&world.catalog, "ü\"\n'").await;
        world.restart().await;
        let kept = world.catalog.kept_check(&key).await.unwrap().unwrap();
        assert_eq!(kept.content, "ü\"\n'");
        assert_eq!(kept.expires_at, NOW + DAY_MS);
        assert_eq!(world.catalog.generation(), 0, "it is nobody else's matter");
        world.restart_at(NOW + DAY_MS - 1).await;
        assert!(world.catalog.kept_check(&key).await.unwrap().is_some());
        world.restart_at(NOW + DAY_MS).await;
        assert_eq!(world.catalog.kept_check(&key).await.unwrap(), None);
        world.catalog.close().await;
    });
}

#[test]
fn what_is_removed_is_gone_and_other_results_stay() {
    on_each_engine(async |world| {
        let (one, other) = (
            keep(&world.catalog, "one").await,
            keep(&world.catalog, "other").await,
        );
        assert_ne!(one, other);
        assert!(world.catalog.remove_kept_check(&one).await.unwrap());
        assert!(!world.catalog.remove_kept_check(&one).await.unwrap());
        assert_eq!(world.catalog.kept_check(&one).await.unwrap(), None);
        assert!(world.catalog.kept_check(&other).await.unwrap().is_some());
    });
}

#[test]
fn a_full_store_keeps_no_more_and_gives_up_none_before_its_time() {
    on_each_engine(async |mut world| {
        let first = keep(&world.catalog, "a").await;
        keep(&world.catalog, "b").await;
        keep(&world.catalog, "c").await;
        let full = world.catalog.keep_check("d", small()).await.unwrap();
        assert_eq!(full, Keeping::Full);
        assert!(world.catalog.kept_check(&first).await.unwrap().is_some());
        world.restart_at(NOW + DAY_MS).await;
        keep(&world.catalog, "0123456789").await;
        keep(&world.catalog, "012345678").await;
        let heavy = world.catalog.keep_check("0123", small()).await.unwrap();
        assert_eq!(heavy, Keeping::Full, "its bytes are bounded too");
        let large = world.catalog.keep_check("0123456789a", small()).await;
        assert_eq!(large.unwrap(), Keeping::TooLarge);
        world.catalog.close().await;
    });
}

#[test]
fn a_key_has_one_form() {
    for text in ["", "a", "0123456789abcdef0123456789ABCDEF", "' OR 1 = 1 --"] {
        assert!(text.parse::<KeptKey>().is_err(), "{text}");
    }
    let text = "0123456789abcdef0123456789abcdef";
    assert_eq!(text.parse::<KeptKey>().unwrap().as_str(), text);
}
