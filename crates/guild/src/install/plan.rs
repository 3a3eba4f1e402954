//! Installing one release into one skills folder, without losing what a person wrote there.

use std::fs;
use std::io;
use std::path::Path;

use guild_skill::SkillName;
use guild_skill::files::FileSet;
use serde::Serialize;

use super::fetch::Wanted;
use super::folder::SkillsFolder;
use super::ledger::{Origin, Record};
use super::state::{self, Difference};
use crate::failure::Failure;

/// Whether what a person wrote may be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// Only what we installed and nobody edited.
    OnlyOurs,
    /// Anything: the person said `--force`.
    Anything,
}

/// What became of a skill in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Placed {
    /// It was not there before.
    Installed,
    /// Another release was there before.
    Replaced,
    /// It was already there, exactly.
    Unchanged,
    /// The same files were already there, unrecorded.
    TakenOver,
}

/// What is to be done in one folder.
pub(crate) enum Step {
    /// The release is there, exactly.
    Nothing,
    /// Its files are there; only the record is missing.
    Record(Record),
    /// Its files are to be put there.
    Place {
        /// The files.
        files: FileSet,
        /// What the ledger will say.
        record: Record,
        /// What this will have been.
        placed: Placed,
    },
}

/// Finds out what is to be done, and refuses to lose what a person wrote; `files` is asked when they are needed.
pub(crate) fn plan(
    folder: &SkillsFolder,
    wanted: &Wanted,
    overwrite: Overwrite,
    files: impl FnOnce() -> Result<FileSet, Failure>,
) -> Result<Step, Failure> {
    let name = &wanted.name;
    let path = folder.skill_path(name);
    let stands = fs::symlink_metadata(&path).is_ok();
    let recorded = folder.ledger().skills.get(name);
    let edits = match recorded {
        Some(record) => compare(name, &path, record)?,
        None => Vec::new(),
    };
    if let Some(record) = recorded {
        if edits.is_empty() && is_recorded(wanted, record) {
            return Ok(Step::Nothing);
        }
        if overwrite == Overwrite::OnlyOurs {
            same_origin(wanted, record, &path)?;
        }
    }
    let files = files()?;
    let record = Record::of(&files, wanted);
    if stands && (recorded.is_none() || !edits.is_empty()) {
        let against_new = compare(name, &path, &record)?;
        if against_new.is_empty() {
            return Ok(Step::Record(record));
        }
        if overwrite == Overwrite::OnlyOurs {
            return Err(match recorded {
                Some(_) => edited(name, &path, &edits),
                None => unmanaged(name, &path, &against_new),
            });
        }
    }
    let placed = match stands {
        true => Placed::Replaced,
        false => Placed::Installed,
    };
    Ok(Step::Place {
        files,
        record,
        placed,
    })
}

/// Says whether a record is of a release in all that a lock or a catalog says of it.
pub(crate) fn is_recorded(wanted: &Wanted, record: &Record) -> bool {
    record.digest == wanted.digest
        && record.tree_digest == wanted.tree_digest
        && record.version == wanted.version
}

/// Does what was planned.
pub(crate) fn carry_out(
    step: Step,
    folder: &mut SkillsFolder,
    name: &SkillName,
) -> Result<Placed, Failure> {
    match step {
        Step::Nothing => Ok(Placed::Unchanged),
        Step::Record(record) => {
            folder.adopt(name, record)?;
            Ok(Placed::TakenOver)
        }
        Step::Place {
            files,
            record,
            placed,
        } => {
            folder.place(name, &files, record)?;
            Ok(placed)
        }
    }
}

/// Plans and does it at once, overwriting anything.
pub(crate) fn replace(
    folder: &mut SkillsFolder,
    wanted: &Wanted,
    files: impl FnOnce() -> Result<FileSet, Failure>,
) -> Result<Placed, Failure> {
    let step = plan(folder, wanted, Overwrite::Anything, files)?;
    carry_out(step, folder, &wanted.name)
}

/// Says how a skill differs from its record.
pub(crate) fn compare(
    name: &SkillName,
    path: &Path,
    record: &Record,
) -> Result<Vec<Difference>, Failure> {
    state::differences(path, record).map_err(|error| {
        let shown = path.display();
        let failure = Failure::could_not(format!("could not read `{name}` in {shown}"));
        failure.because(&error).hint(match error.kind() {
            io::ErrorKind::PermissionDenied => {
                format!("make it readable: `chmod -R u+rwX '{shown}'`")
            }
            _ => format!(
                "move {shown} out of the skills folder; `guild verify --fix` then installs it again"
            ),
        })
    })
}

/// Refuses to lose what a person wrote.
pub(crate) fn edited(name: &SkillName, path: &Path, edits: &[Difference]) -> Failure {
    Failure::refused(format!(
        "`{name}` was edited by hand in {} and is left as it is",
        path.display()
    ))
    .cause(state::listed(edits))
    .hint("to keep your edits, copy the folder to another name first; `--force` throws them away")
}

fn unmanaged(name: &SkillName, path: &Path, differences: &[Difference]) -> Failure {
    Failure::refused(format!(
        "{} was not installed by guild and is left as it is",
        path.display()
    ))
    .cause(format!(
        "it differs from `{name}` of the catalog:\n{}",
        state::listed(differences)
    ))
    .hint("move the folder away, or overwrite it with `--force`")
}

/// Refuses to replace a skill by one of the same name from elsewhere.
fn same_origin(wanted: &Wanted, record: &Record, path: &Path) -> Result<(), Failure> {
    if record.origin == wanted.origin || record.digest == wanted.digest {
        return Ok(());
    }
    let name = &wanted.name;
    Err(Failure::refused(format!(
        "another `{name}` is installed in {}",
        path.display()
    ))
    .cause(format!(
        "that one is from {}, this one from {}",
        words(&record.origin),
        words(&wanted.origin)
    ))
    .hint(format!(
        "`guild remove {name}` first, or replace it with `--force`"
    )))
}

fn words(origin: &Origin) -> String {
    match origin {
        Origin::Catalog(url) => format!("the catalog at {url}"),
        Origin::From(path) => path.clone(),
    }
}
