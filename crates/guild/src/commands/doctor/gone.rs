//! Installed skills that their catalogs withdrew or deleted since.

use super::{Kind, Problem};
use crate::Context;
use crate::install::ledger::Ledger;
use crate::install::targets::Target;
use crate::install::withdrawals::Withdrawals;
use crate::remote::Remotes;

/// Asks the catalogs of what guild installed; what nobody can say is no problem.
pub(super) fn look(folders: &[Target], context: &mut Context, problems: &mut Vec<Problem>) {
    let (mut withdrawals, mut remotes) = (Withdrawals::default(), Remotes::default());
    for target in folders {
        let ledger = Ledger::read(&target.folder).unwrap_or_default();
        for (name, record) in &ledger.skills {
            let since = withdrawals.of(name, record, &mut remotes, context);
            let (kind, command) = match (&since.deleted, &since.withdrawn) {
                (Some(_), _) => (Kind::Deleted, "remove"),
                (None, Some(_)) => (Kind::Withdrawn, "update"),
                (None, None) => continue,
            };
            problems.push(Problem {
                kind,
                message: since.warnings(name, &record.version).join("; "),
                path: target.folder.join(name.as_str()),
                mend: format!("guild {command} {name} {}", target.flag()),
            });
        }
    }
}
