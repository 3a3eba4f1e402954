//! Whether installed releases were withdrawn, or the keys that signed them were taken back, as their catalogs say.

use std::collections::{BTreeMap, BTreeSet};

use guild_skill::SkillName;
use serde::Serialize;

use super::fetch::revoked;
use super::ledger::{Origin, Record};
use crate::Context;
use crate::remote::{RemoteError, Remotes};

/// What the catalogs said in this run: each is asked once of a release, and not again when it cannot be reached.
#[derive(Default)]
pub(crate) struct Withdrawals {
    known: BTreeMap<(String, SkillName, String), Since>,
    unreachable: BTreeSet<String>,
}

/// What became of a release since it was installed.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Since {
    /// Why its publisher withdrew it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) withdrawn: Option<String>,
    /// What the catalog says of the deletion of the whole skill, with the day and the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deleted: Option<String>,
    /// What is to be said of the key that signed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) revoked: Option<String>,
}

impl Since {
    /// Says in words what became of one release.
    pub(crate) fn warnings(&self, name: &SkillName, version: &str) -> Vec<String> {
        let withdrawn = self.withdrawn.as_ref();
        let withdrawn = withdrawn
            .map(|reason| format!("{name} {version} was withdrawn by its publisher: {reason}"));
        let said = [self.revoked.clone(), withdrawn, self.deleted.clone()];
        said.into_iter().flatten().collect()
    }
}

impl Withdrawals {
    /// Tells what became of an installed release; nothing where nobody can say.
    pub(crate) fn of(
        &mut self,
        name: &SkillName,
        record: &Record,
        remotes: &mut Remotes,
        context: &mut Context,
    ) -> Since {
        let Origin::Catalog(catalog) = &record.origin else {
            return Since::default();
        };
        let Ok(remote) = remotes.get(catalog, &context.settings) else {
            return Since::default();
        };
        let catalog = remote.catalog().to_string();
        if self.unreachable.contains(&catalog) {
            return Since::default();
        }
        let key = (catalog.clone(), name.clone(), record.version.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let since = match remote.release(name, &record.version) {
            Ok(Some(release)) => Since {
                deleted: None,
                revoked: revoked(name, &release),
                withdrawn: release.is_yanked.then(|| {
                    let reason = release.yank_reason;
                    reason.unwrap_or_else(|| "no reason is given".to_owned())
                }),
            },
            Ok(None) => Since::default(),
            Err(RemoteError::Deleted { sentence }) => Since {
                deleted: Some(sentence),
                ..Since::default()
            },
            Err(RemoteError::Answered { status, .. }) if status < 500 => Since::default(),
            Err(error) => {
                context.printer.talk(format!(
                    "Not known whether something was withdrawn: {error}."
                ));
                self.unreachable.insert(catalog);
                return Since::default();
            }
        };
        self.known.insert(key, since.clone());
        since
    }
}
