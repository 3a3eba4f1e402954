//! What is installed, in whichever folder, and what its author changed since.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use guild_skill::archive::ArchiveLimits;
use guild_skill::files::FileSet;
use guild_skill::{SkillName, page, wire};

use super::targets::{self, PlaceArgs};
use crate::Context;
use crate::failure::Failure;

/// The versions of each skill that are installed.
pub(crate) type Versions = BTreeMap<SkillName, BTreeSet<String>>;

/// Lists the versions of each skill that are installed.
pub(crate) fn versions(place: &PlaceArgs, context: &mut Context) -> Result<Versions, Failure> {
    let mut versions = Versions::new();
    for target in targets::existing(place, context)? {
        let folder = targets::take(&target, context)?;
        for (name, record) in &folder.ledger().skills {
            let known = versions.entry(name.clone()).or_default();
            known.insert(record.version.clone());
        }
    }
    Ok(versions)
}

/// Gives the entries of Recent changes that the catalog tells and the installed folder does not: what the author did
/// since. Nobody has to be told which version is here, as the folder says it itself.
pub(crate) fn changed_since(
    folder: &Path,
    newest: &[wire::RecentChange],
) -> Vec<wire::RecentChange> {
    let files = FileSet::read_folder(folder, &ArchiveLimits::STANDARD).ok();
    let record = files.and_then(|files| page::record(&files).ok());
    let known = record.map(|record| record.recent_changes);
    let known = known.unwrap_or_default();
    let is_new = |change: &&wire::RecentChange| {
        let same = |one: &guild_skill::RecentChange| {
            one.text == change.text && one.date.to_string() == change.date
        };
        !known.iter().any(same)
    };
    newest.iter().filter(is_new).cloned().collect()
}
