//! A skills folder that we hold: skills are swapped in and out of it, and a crash leaves the old one or the new one.
//!
//! Everything we write there and that is not a skill is called `.guild-…`. An operation works in a *stage*
//! (`.guild-stage-…`): `new/` is unpacked there, `record.json` says what it is going to be, and the old skill moves to
//! `old/<name>`. The swap is one rename. Then the ledger is written, and the stage is renamed to `.guild-trash-…` and
//! removed. Whoever takes the folder next finishes what a crash left: see [`SkillsFolder::take`].
//!
//! What replaces something is on the disk before the swap, so that a power cut cannot take both. What replaces nothing
//! is not waited for: there is nothing to lose, and the ledger's digests tell whether it came through. Waiting for the
//! five files of a small skill and their folders takes at least 1 ms on a disk at rest and over 50 on a busy one, of an
//! install of 6; `syncfs` waits for what every other program writes as well. A process that is killed loses nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use guild_skill::SkillName;
use guild_skill::files::FileSet;
use serde::{Deserialize, Serialize};

use super::hold::{self, Hold, LOCK_FILE};
use super::ledger::{self, Ledger, Record};
use super::state;
use super::swap::swap_in;
use super::unpack::{UnpackError, settle, sync, unpack};
use crate::failure::Failure;

const STAGE: &str = ".guild-stage-";
const TRASH: &str = ".guild-trash-";
const RECORD: &str = "record.json";
const LEDGER: &str = "ledger.json";

/// A skills folder that no other guild writes into while we have it.
pub(crate) struct SkillsFolder {
    path: PathBuf,
    ledger: Ledger,
    /// Released last, after everything is written.
    _hold: Hold,
}

/// What a stage is for, so that a crash between swap and ledger can be finished.
#[derive(Serialize, Deserialize)]
struct Intent {
    name: SkillName,
    record: Record,
}

impl SkillsFolder {
    /// Takes a folder, makes it if it is not there, and finishes what a crash left in it.
    pub(crate) fn take(path: &Path, on_wait: impl FnOnce()) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| blocked("make the folder", path, &error))?;
        let hold = hold::take(path, on_wait).map_err(|error| blocked("lock", path, &error))?;
        let mut folder = Self {
            path: path.to_owned(),
            ledger: Ledger::read(path)?,
            _hold: hold,
        };
        folder
            .sweep()
            .map_err(|error| blocked("tidy up", path, &error))?;
        Ok(folder)
    }

    /// Gives the ledger.
    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Gives where a skill stands, or would.
    pub(crate) fn skill_path(&self, name: &SkillName) -> PathBuf {
        self.path.join(name.as_str())
    }

    /// Puts a skill in its place and records it. What stood there before is gone afterwards.
    pub(crate) fn place(
        &mut self,
        name: &SkillName,
        files: &FileSet,
        record: Record,
    ) -> Result<(), Failure> {
        let stage = self.stage().map_err(|error| self.failed(name, &error))?;
        let not_written = |error: UnpackError| {
            failed_to_place(name, &self.path, &error.source).cause(error.to_string())
        };
        let mut made = unpack(files, &stage.path().join("new")).map_err(not_written)?;
        let mut ledger = self.ledger.clone();
        ledger.skills.insert(name.clone(), record.clone());
        let intent = Intent {
            name: name.clone(),
            record,
        };
        prepare(stage.path(), &ledger, Some(&intent)).map_err(|error| self.failed(name, &error))?;
        if self.replaces(name) {
            made.extend([stage.path().join(LEDGER), stage.path().to_owned()]);
            settle(&made).map_err(not_written)?;
        }
        // The stage stays on any failure from here on: it may hold the only copy, and the next command finishes it.
        let stage = stage.keep();
        self.swap(name, &stage)
            .map_err(|error| self.failed(name, &error))?;
        self.ledger = ledger;
        // The new skill stands; a stage that cannot be removed is swept by the next command.
        let _ = discard(&stage);
        Ok(())
    }

    /// Takes a skill away.
    pub(crate) fn remove(&mut self, name: &SkillName) -> Result<(), Failure> {
        let removed = self.set_aside(name);
        let stage = removed
            .map_err(|error| blocked(&format!("remove `{name}` from"), &self.path, &error))?;
        let _ = discard(&stage);
        Ok(())
    }

    /// Records a skill that already stands there as it should.
    pub(crate) fn adopt(&mut self, name: &SkillName, record: Record) -> Result<(), Failure> {
        self.ledger.skills.insert(name.clone(), record);
        self.ledger
            .write(&self.path)
            .map_err(|error| blocked("write the ledger of", &self.path, &error))
    }

    /// Swaps the skill in, then the ledger; neither needs room on the disk any more.
    fn swap(&self, name: &SkillName, stage: &Path) -> io::Result<()> {
        let old = stage.join("old").join(name.as_str());
        let replaces = self.replaces(name);
        swap_in(&stage.join("new"), &self.skill_path(name), &old)?;
        fs::rename(stage.join(LEDGER), self.path.join(ledger::FILE))?;
        match replaces {
            true => sync(&self.path),
            false => Ok(()),
        }
    }

    /// Says whether there is anything that a power cut could take: the skill itself, or the records of others.
    fn replaces(&self, name: &SkillName) -> bool {
        !self.ledger.skills.is_empty() || fs::symlink_metadata(self.skill_path(name)).is_ok()
    }

    fn set_aside(&mut self, name: &SkillName) -> io::Result<PathBuf> {
        let stage = self.stage()?;
        let mut ledger = self.ledger.clone();
        ledger.skills.remove(name);
        prepare(stage.path(), &ledger, None)?;
        sync(&stage.path().join(LEDGER))?;
        let stage = stage.keep();
        let target = self.skill_path(name);
        if fs::symlink_metadata(&target).is_ok() {
            fs::rename(&target, stage.join("old").join(name.as_str()))?;
        }
        fs::rename(stage.join(LEDGER), self.path.join(ledger::FILE))?;
        self.ledger = ledger;
        Ok(stage)
    }

    /// Makes a stage; it goes again by itself unless it is kept.
    fn stage(&self) -> io::Result<tempfile::TempDir> {
        tempfile::Builder::new()
            .prefix(STAGE)
            .tempdir_in(&self.path)
    }

    /// Finishes or undoes what a crash left. Nobody else has a stage here: we hold the folder.
    fn sweep(&mut self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name
                .to_str()
                .filter(|name| name.starts_with(ledger::PREFIX))
            else {
                continue;
            };
            if name.starts_with(STAGE) {
                self.finish(&entry.path())?;
                discard(&entry.path())?;
            } else if name.starts_with(TRASH) {
                fs::remove_dir_all(entry.path())?;
            } else if name != ledger::FILE && name != LOCK_FILE {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Brings skill and ledger together again after a crash: the new skill is recorded, or the old one put back.
    fn finish(&mut self, stage: &Path) -> io::Result<()> {
        if let Some(Intent { name, record }) = read_intent(stage) {
            let target = self.skill_path(&name);
            let is_placed = target.is_dir() && state::differences(&target, &record)?.is_empty();
            if is_placed && self.ledger.skills.get(&name) != Some(&record) {
                self.ledger.skills.insert(name, record);
                self.ledger.write(&self.path)?;
            }
        }
        let Ok(entries) = fs::read_dir(stage.join("old")) else {
            return Ok(());
        };
        for entry in entries {
            let entry = entry?;
            let target = self.path.join(entry.file_name());
            if fs::symlink_metadata(&target).is_err() {
                fs::rename(entry.path(), target)?;
            }
        }
        Ok(())
    }

    fn failed(&self, name: &SkillName, error: &io::Error) -> Failure {
        failed_to_place(name, &self.path, error)
    }
}

/// Writes everything into a stage that a swap needs, so that the swap itself needs no room on the disk.
fn prepare(stage: &Path, ledger: &Ledger, intent: Option<&Intent>) -> io::Result<()> {
    fs::create_dir(stage.join("old"))?;
    if let Some(intent) = intent {
        fs::write(stage.join(RECORD), serde_json::to_vec(intent)?)?;
    }
    ledger.write_to(&stage.join(LEDGER))
}

/// Removes a stage; renamed first, so that a crash on the way does not leave half a skill that looks like a stage.
fn discard(stage: &Path) -> io::Result<()> {
    let name = stage.file_name().unwrap_or_default().to_string_lossy();
    let trash = stage.with_file_name(name.replacen(STAGE, TRASH, 1));
    fs::rename(stage, &trash)?;
    fs::remove_dir_all(trash)
}

fn read_intent(stage: &Path) -> Option<Intent> {
    let bytes = fs::read(stage.join(RECORD)).ok()?;
    // A half-written record means that the swap had not begun.
    serde_json::from_slice(&bytes).ok()
}

fn failed_to_place(name: &SkillName, folder: &Path, error: &io::Error) -> Failure {
    blocked(&format!("install `{name}` into"), folder, error)
}

fn blocked(what: &str, folder: &Path, error: &io::Error) -> Failure {
    let failure = Failure::could_not(format!("could not {what} {}", folder.display()));
    let failure = failure.because(error);
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            failure.hint("make room on that disk and type the command again; the skill that was there before is untouched")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            failure.hint("install where you may write: `--skills-folder DIR`, `--user` or `--project`")
        }
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            failure.hint("a file stands where a folder is needed; move it away, or name another place with `--skills-folder DIR`")
        }
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_skill_that_a_crash_left_aside_is_put_back() {
        // What a crash leaves between the two renames of a system that cannot swap in one.
        let root = tempfile::tempdir().unwrap();
        let aside = root.path().join(".guild-stage-x/old/greeter");
        fs::create_dir_all(&aside).unwrap();
        fs::write(aside.join("SKILL.md"), "old").unwrap();
        SkillsFolder::take(root.path(), || {}).unwrap();
        let back = fs::read_to_string(root.path().join("greeter/SKILL.md"));
        assert_eq!(back.unwrap(), "old");
        assert!(!root.path().join(".guild-stage-x").exists());
    }

    #[test]
    fn what_was_being_thrown_away_does_not_come_back() {
        let root = tempfile::tempdir().unwrap();
        let half = root.path().join(".guild-trash-x/old/greeter");
        fs::create_dir_all(&half).unwrap();
        fs::write(root.path().join(".guild-write-y"), "half a ledger").unwrap();
        SkillsFolder::take(root.path(), || {}).unwrap();
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn only_one_has_a_folder_at_a_time() {
        let root = tempfile::tempdir().unwrap();
        let first = SkillsFolder::take(root.path(), || {}).unwrap();
        let (waits, waited) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope
                .spawn(|| SkillsFolder::take(root.path(), || waits.send(()).unwrap()).map(|_| ()));
            waited.recv().unwrap();
            drop(first);
            second.join().unwrap().unwrap();
        });
    }
}
