//! A skills folder that we hold: skills are swapped in and out of it, and a crash leaves the old one or the new one.
//!
//! Everything we write there and that is not a skill is called `.guild-…`. An operation works beside the skills: the new
//! skill is unpacked into a *stage* (`.guild-stage-…`), and the ledger as it is going to be is a *draft*
//! (`.guild-draft-…`). The swap is one rename: the stage becomes the skill, and what stood in its place becomes the
//! stage. Then the draft becomes the ledger, which ends the operation, and what is left is removed. A skill that is
//! taken away, or that a system cannot swap in one step, stands in `.guild-old-<name>` until then. Whoever takes the
//! folder next finishes what a crash left: see [`SkillsFolder::take`].
//!
//! What replaces something is on the disk before the swap, so that a power cut cannot take both. What replaces nothing
//! is not waited for: there is nothing to lose, and the ledger's digests tell whether it came through. Waiting for the
//! five files of a small skill and their folders takes at least 1 ms on a disk at rest and over 50 on a busy one, of an
//! install of 6; `syncfs` waits for what every other program writes as well. A process that is killed loses nothing.
//!
//! For the same reason nothing is made that does not stay: on a large disk a new folder takes the system as long as
//! several files, because it looks for a good place for it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use guild_skill::SkillName;
use guild_skill::files::FileSet;
use tempfile::{TempDir, TempPath};

use super::hold::{self, Hold, LOCK_FILE};
use super::ledger::{self, Ledger, Record};
use super::state;
use super::swap::swap_in;
use super::unpack::{UnpackError, settle, sync, unpack};
use crate::failure::Failure;
use crate::plain_file;

const STAGE: &str = ".guild-stage-";
const DRAFT: &str = ".guild-draft-";
const OLD: &str = ".guild-old-";

/// A skills folder that no other guild writes into while we have it.
pub(crate) struct SkillsFolder {
    path: PathBuf,
    ledger: Ledger,
    /// Released last, after everything is written.
    _hold: Hold,
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
        let mut made = unpack(files, stage.path()).map_err(not_written)?;
        let mut ledger = self.ledger.clone();
        ledger.skills.insert(name.clone(), record);
        let draft = self.draft(&ledger);
        let draft = draft.map_err(|error| self.failed(name, &error))?;
        if self.replaces(name) {
            made.push(draft.to_path_buf());
            settle(&made).map_err(not_written)?;
        }
        self.swap(name, stage, draft)
            .map_err(|error| self.failed(name, &error))?;
        self.ledger = ledger;
        Ok(())
    }

    /// Takes a skill away.
    pub(crate) fn remove(&mut self, name: &SkillName) -> Result<(), Failure> {
        self.set_aside(name)
            .map_err(|error| blocked(&format!("remove `{name}` from"), &self.path, &error))
    }

    /// Records a skill that already stands there as it should.
    pub(crate) fn adopt(&mut self, name: &SkillName, record: Record) -> Result<(), Failure> {
        self.ledger.skills.insert(name.clone(), record);
        self.ledger
            .write(&self.path)
            .map_err(|error| blocked("write the ledger of", &self.path, &error))
    }

    /// Swaps the skill in, then the ledger; neither needs room on the disk any more.
    fn swap(&self, name: &SkillName, stage: TempDir, draft: TempPath) -> io::Result<()> {
        // Both stay on any failure from here on: they may be the only copy, and the next command finishes it.
        let (stage, draft) = (stage.keep(), draft.keep()?);
        let replaces = self.replaces(name);
        swap_in(&stage, &self.skill_path(name), &self.old_path(name))?;
        fs::rename(draft, self.path.join(ledger::FILE))?;
        if replaces {
            sync(&self.path)?;
            // The new skill stands; what cannot be removed of the old one is swept by the next command.
            let _ = clear(&stage);
        }
        Ok(())
    }

    /// Says whether there is anything that a power cut could take: the skill itself, or the records of others.
    fn replaces(&self, name: &SkillName) -> bool {
        !self.ledger.skills.is_empty() || stands(&self.skill_path(name))
    }

    fn set_aside(&mut self, name: &SkillName) -> io::Result<()> {
        let mut ledger = self.ledger.clone();
        ledger.skills.remove(name);
        let draft = self.draft(&ledger)?;
        sync(&draft)?;
        let draft = draft.keep()?;
        let (target, old) = (self.skill_path(name), self.old_path(name));
        if stands(&target) {
            fs::rename(&target, &old)?;
        }
        fs::rename(draft, self.path.join(ledger::FILE))?;
        self.ledger = ledger;
        // What cannot be removed is swept by the next command.
        let _ = clear(&old);
        Ok(())
    }

    /// Makes a stage; it goes again by itself unless it is kept.
    fn stage(&self) -> io::Result<TempDir> {
        tempfile::Builder::new()
            .prefix(STAGE)
            .tempdir_in(&self.path)
    }

    /// Writes the ledger as it is going to be; it goes again by itself unless it is kept.
    fn draft(&self, ledger: &Ledger) -> io::Result<TempPath> {
        let file = plain_file::beside(&self.path, DRAFT, &ledger.to_bytes()?)?;
        Ok(file.into_temp_path())
    }

    /// Gives where a skill stands that is being taken away.
    fn old_path(&self, name: &SkillName) -> PathBuf {
        self.path.join(format!("{OLD}{name}"))
    }

    /// Finishes or undoes what a crash left. Nobody else works here: we hold the folder.
    fn sweep(&mut self) -> io::Result<()> {
        let (mut drafts, mut aside, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            if let Some(skill) = name.strip_prefix(OLD) {
                aside.push((self.path.join(skill), entry.path()));
            } else if name.starts_with(DRAFT) {
                drafts.push(entry.path());
            } else if name.starts_with(ledger::PREFIX) && name != ledger::FILE && name != LOCK_FILE
            {
                rest.push(entry.path());
            }
        }
        for draft in &drafts {
            self.finish(draft)?;
        }
        for (target, old) in aside {
            // Without a draft the operation had ended, and this is what it threw away.
            if !drafts.is_empty() && !stands(&target) {
                fs::rename(old, target)?;
            } else {
                rest.push(old);
            }
        }
        // The drafts last: if this is cut short too, the next sweep does the same again.
        rest.iter().chain(&drafts).try_for_each(|path| clear(path))
    }

    /// Records what a draft says of a skill that stands there already: the crash came between swap and ledger.
    fn finish(&mut self, draft: &Path) -> io::Result<()> {
        // A draft that was half written, or of another time, means that no swap had begun.
        let draft = plain_file::read(draft).ok();
        let draft = draft.and_then(|bytes| serde_json::from_slice::<Ledger>(&bytes).ok());
        let before = self.ledger.clone();
        for (name, record) in draft.unwrap_or_default().skills {
            let target = self.skill_path(&name);
            let is_placed = before.skills.get(&name) != Some(&record)
                && target.is_dir()
                && state::differences(&target, &record)?.is_empty();
            if is_placed {
                self.ledger.skills.insert(name, record);
            }
        }
        match self.ledger == before {
            true => Ok(()),
            false => self.ledger.write(&self.path),
        }
    }

    fn failed(&self, name: &SkillName, error: &io::Error) -> Failure {
        failed_to_place(name, &self.path, error)
    }
}

/// Says whether anything stands at a path, be it a link to nowhere.
fn stands(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Removes whatever stands at a path, if anything does.
fn clear(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
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

    /// A skills folder in which `greeter` was set aside.
    fn with_old_greeter() -> TempDir {
        let root = tempfile::tempdir().unwrap();
        let aside = root.path().join(".guild-old-greeter");
        fs::create_dir_all(&aside).unwrap();
        fs::write(aside.join("SKILL.md"), "old").unwrap();
        root
    }

    #[test]
    fn an_old_skill_that_a_crash_left_aside_is_put_back() {
        // What a crash leaves between the two renames of a system that cannot swap in one.
        let root = with_old_greeter();
        fs::write(root.path().join(".guild-draft-x"), "half a ledger").unwrap();
        SkillsFolder::take(root.path(), || {}).unwrap();
        let back = fs::read_to_string(root.path().join("greeter/SKILL.md"));
        assert_eq!(back.unwrap(), "old");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_was_being_thrown_away_does_not_come_back() {
        let root = with_old_greeter();
        fs::create_dir_all(root.path().join(".guild-stage-x/references")).unwrap();
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
