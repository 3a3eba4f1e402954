//! One skill that is to be installed, and where its files come from.

use guild_skill::files::FileSet;
use guild_skill::wire::LogEntry;

use crate::Context;
use crate::failure::Failure;
use crate::install::fetch::{self, Wanted};
use crate::install::folder::SkillsFolder;
use crate::install::local;
use crate::install::lock::Locked;
use crate::install::plan;
use crate::install::trust;
use crate::remote::{Expected, Remote};

/// A skill to install, and where its files come from.
pub(super) enum Job {
    /// From a catalog, proved.
    Fetch(Wanted, Box<Remote>),
    /// From a catalog, as guild.lock names it; to be proved.
    Locked(Wanted, Box<Remote>, Box<Locked>),
    /// From this machine, or from an address that is no catalog.
    Local(local::LocalSkill),
}

impl Job {
    /// Proves what guild.lock names by the log of its catalog, unless it was proved when it was installed here.
    pub(super) fn prove(
        &mut self,
        folders: &[SkillsFolder],
        context: &mut Context,
    ) -> Result<(), Failure> {
        let Self::Locked(wanted, remote, locked) = self else {
            return Ok(());
        };
        let Some(log_key) = &locked.log_key else {
            return Ok(());
        };
        let proved = |folder: &SkillsFolder| {
            let record = folder.ledger().skills.get(&wanted.name);
            let record = record.filter(|record| plan::is_recorded(wanted, record));
            record.and_then(|record| record.log.clone())
        };
        let proved: Option<Vec<LogEntry>> = folders.iter().map(proved).collect();
        if let Some(log) = proved.and_then(|logs| logs.into_iter().next()) {
            wanted.log = Some(log);
            return Ok(());
        }
        let expected = Expected {
            log_key: Some(log_key.clone()),
            ..Expected::default()
        };
        let remote = remote.clone().expecting(expected);
        let release = remote.release(&locked.name, &locked.version)?;
        let release = release.ok_or_else(|| not_proved(locked, &remote))?;
        let warnings = [
            fetch::withdrawn(&locked.name, &release),
            fetch::revoked(&locked.name, &release),
        ];
        wanted.log = trust::prove_locked(&remote, &release, locked)?;
        for warning in warnings.into_iter().flatten() {
            context.printer.warn(warning);
        }
        Ok(())
    }

    /// Gives what is to be installed.
    pub(super) fn wanted(&self) -> &Wanted {
        match self {
            Self::Fetch(wanted, _) | Self::Locked(wanted, ..) => wanted,
            Self::Local(local) => &local.wanted,
        }
    }

    /// Gets the files.
    pub(super) fn files(&self, context: &Context) -> Result<FileSet, Failure> {
        match self {
            Self::Fetch(wanted, remote) | Self::Locked(wanted, remote, _) => {
                fetch::fetch(remote, wanted, &context.printer)
            }
            Self::Local(local) => Ok(local.files.clone()),
        }
    }
}

/// Refuses what the catalog does not know any more: its log cannot prove it.
fn not_proved(locked: &Locked, remote: &Remote) -> Failure {
    let Locked { name, version, .. } = locked;
    let catalog = remote.catalog();
    Failure::refused(format!(
        "the catalog at {catalog} holds no {name} {version}, and guild.lock expects its log to prove it"
    ))
    .hint(format!(
        "`guild install {name}` takes its newest; a skill that was deleted there goes with `guild remove {name}`"
    ))
}
