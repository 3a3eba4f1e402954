//! Whether installed releases were withdrawn, as their catalogs say.

use std::collections::{BTreeMap, BTreeSet};

use guild_skill::SkillName;

use super::ledger::{Origin, Record};
use crate::Context;
use crate::remote::{RemoteError, Remotes};

/// What the catalogs said in this run: each is asked once of a release, and not again when it cannot be reached.
#[derive(Default)]
pub(crate) struct Withdrawals {
    known: BTreeMap<(String, SkillName, String), Option<String>>,
    unreachable: BTreeSet<String>,
}

impl Withdrawals {
    /// Tells why an installed release was withdrawn; nothing where it was not, or nobody can say.
    pub(crate) fn of(
        &mut self,
        name: &SkillName,
        record: &Record,
        remotes: &mut Remotes,
        context: &mut Context,
    ) -> Option<String> {
        let Origin::Catalog(catalog) = &record.origin else {
            return None;
        };
        let remote = remotes.get(catalog, &context.settings).ok()?;
        let catalog = remote.catalog().to_string();
        if self.unreachable.contains(&catalog) {
            return None;
        }
        let key = (catalog.clone(), name.clone(), record.version.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let reason = match remote.release(name, &record.version) {
            Ok(Some(release)) if release.is_yanked => {
                let reason = release.yank_reason;
                Some(reason.unwrap_or_else(|| "no reason is given".to_owned()))
            }
            Ok(_) => None,
            Err(RemoteError::Answered { status, .. }) if status < 500 => None,
            Err(error) => {
                context.printer.talk(format!(
                    "Not known whether something was withdrawn: {error}."
                ));
                self.unreachable.insert(catalog);
                return None;
            }
        };
        self.known.insert(key, reason.clone());
        reason
    }
}
