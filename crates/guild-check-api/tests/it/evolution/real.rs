//! Releases of real contracts: what is told is whole, and a release does not differ from itself.

use std::collections::HashSet;

use guild_check::report::ChangeKind;
use guild_check_api::evolution::compare;

use super::{read, today};
use crate::corpus::texts;

#[test]
fn each_change_of_a_real_contract_is_whole() {
    let texts = texts();
    let find = |start: &str| texts.iter().find(|(name, _)| name.starts_with(start));
    for (old, new) in [("old-box", "box"), ("old-xero", "xero")] {
        let (Some(old), Some(new)) = (find(old), find(new)) else {
            continue;
        };
        let (old, new) = (read(&old.0, &old.1), read(&new.0, &new.1));
        assert_eq!(compare(&new, &new, today()).changes.len(), 0);
        let evolution = compare(&old, &new, today());
        assert!(evolution.is_complete);
        let mut seen = HashSet::new();
        for change in &evolution.changes {
            let places = (format!("{:?}", change.old), format!("{:?}", change.new));
            assert!(
                seen.insert((change.rule, change.message.clone(), places)),
                "twice: {change:?}"
            );
            assert!(!change.operations.is_empty(), "{change:?}");
            assert_eq!(change.why.is_some(), change.kind != ChangeKind::Additive);
            let root = |contract: &guild_check_api::Contract| {
                let root = contract.files[0].root().unwrap();
                root.pointer(&change.pointer).is_some()
            };
            assert!(root(&new) || root(&old), "{change:?}");
        }
        let breaking = |change: &&guild_check::report::Change| change.kind == ChangeKind::Breaking;
        assert!(evolution.changes.iter().filter(breaking).count() > 3);
    }
}
