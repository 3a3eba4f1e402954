//! `guild.lock`: the exact skills of a project, for everyone who works on it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use guild_skill::note::VerifierKey;
use guild_skill::{Digest, SkillName};
use serde::{Deserialize, Serialize};

use super::hold;
use super::ledger::write_whole;
use crate::failure::Failure;
use crate::plain_file;
use crate::remote::Expected;
use crate::signed_by::SignedBy;

/// The file at a project's root.
pub(crate) const FILE: &str = "guild.lock";

const VERSION: u32 = 1;
const HEAD: &str =
    "# Written by guild; commit it. `guild install` without names installs exactly these skills.\n";

/// The skills of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lock {
    /// The skills by name.
    pub(crate) skills: BTreeMap<SkillName, Locked>,
}

/// One skill of a project, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Locked {
    /// The name.
    pub(crate) name: SkillName,
    /// The version.
    pub(crate) version: String,
    /// The digest of the archive.
    pub(crate) digest: Digest,
    /// The digest of the files.
    pub(crate) tree_digest: Digest,
    /// The catalog it came from.
    pub(crate) catalog: String,
    /// The key of the catalog's log, which everybody on the project expects; absent where it keeps none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) log_key: Option<VerifierKey>,
    /// The key that signed it or the CI job that published it, which everybody on the project expects of the next one
    /// too; absent where there was neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) signed_by: Option<SignedBy>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockFile {
    version: u32,
    #[serde(default)]
    skill: Vec<Locked>,
}

/// A change to the lock of a project.
pub(crate) enum Change {
    /// The skill is now this one.
    Set(Box<Locked>),
    /// The skill is no longer there.
    Remove(SkillName),
}

/// Reads the lock of a project; nothing when there is none.
pub(crate) fn read(root: &Path) -> Result<Option<Lock>, Failure> {
    let path = root.join(FILE);
    let damaged = || {
        Failure::could_not(format!("{} is damaged", path.display()))
            .hint("take it from version control again, or remove it and install the skills by name")
    };
    let text = match plain_file::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(damaged().because(&error));
        }
        Err(error) => {
            let message = format!("could not read {}", path.display());
            return Err(Failure::could_not(message)
                .because(&error)
                .hint("move away what stands there, and type the command again"));
        }
    };
    if let Some(line) = unresolved_merge(&text) {
        let message = format!("{} holds a merge that is not finished", path.display());
        return Err(Failure::could_not(message)
            .cause(format!("line {line} starts with `<<<<<<<`"))
            .hint("keep of both sides the skills you want, take out the lines of `<<<<<<<`, `=======` and `>>>>>>>`, and type `guild install`"));
    }
    parse(&text)
        .map(Some)
        .map_err(|reason| damaged().cause(reason))
}

/// Gives what a project expects of a catalog: the key of its log, and those that sign its skills.
pub(crate) fn expected(root: &Path, catalog: &str) -> Result<Expected, Failure> {
    let lock = read(root)?.unwrap_or_default();
    let mut expected = Expected::default();
    let skills = lock.skills.into_values();
    for one in skills.filter(|one| one.catalog == catalog) {
        expected.log_key = expected.log_key.or(one.log_key);
        let signer = one.signed_by.map(|by| (one.name.to_string(), by));
        expected.signers.extend(signer);
    }
    Ok(expected)
}

/// Finds the line where version control left two sides for a person to choose from.
fn unresolved_merge(text: &str) -> Option<usize> {
    let mut lines = text.lines();
    lines
        .position(|line| line.starts_with("<<<<<<<"))
        .map(|index| index + 1)
}

/// Changes the lock of a project, and makes it if there is none. Nothing is written when nothing changes.
pub(crate) fn change(root: &Path, changes: Vec<Change>) -> Result<(), Failure> {
    let failed = |error: &io::Error| {
        Failure::could_not(format!("could not write {}", root.join(FILE).display())).because(error)
    };
    let _hold = hold::take(root, || {}).map_err(|error| failed(&error))?;
    let before = read(root)?.unwrap_or_default();
    let mut lock = before.clone();
    for change in changes {
        match change {
            Change::Set(locked) => {
                lock.skills.insert(locked.name.clone(), *locked);
            }
            Change::Remove(name) => {
                lock.skills.remove(&name);
            }
        }
    }
    if lock == before {
        return Ok(());
    }
    let text = render(lock).map_err(|error| failed(&io::Error::other(error)))?;
    write_whole(&root.join(FILE), text.as_bytes()).map_err(|error| failed(&error))
}

fn parse(text: &str) -> Result<Lock, String> {
    let file: LockFile =
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    if file.version > VERSION {
        return Err(format!(
            "it is of format {}, and this guild knows {VERSION}: update guild",
            file.version
        ));
    }
    let mut lock = Lock::default();
    for locked in file.skill {
        let name = locked.name.clone();
        if lock.skills.insert(name.clone(), locked).is_some() {
            return Err(format!("it names `{name}` twice"));
        }
    }
    Ok(lock)
}

fn render(lock: Lock) -> Result<String, toml::ser::Error> {
    let file = LockFile {
        version: VERSION,
        skill: lock.skills.into_values().collect(),
    };
    Ok(format!("{HEAD}{}", toml::to_string(&file)?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn locked(name: &str) -> Locked {
        Locked {
            name: SkillName::parse(name).unwrap(),
            version: "1.0.0".to_owned(),
            digest: Digest::of(b"archive"),
            tree_digest: Digest::of(b"tree"),
            catalog: "http://127.0.0.1:8484".to_owned(),
            log_key: None,
            signed_by: None,
        }
    }

    #[test]
    fn a_lock_is_written_in_the_order_of_names_and_read_again() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b", "a"] {
            change(root.path(), vec![Change::Set(Box::new(locked(name)))]).unwrap();
        }
        let text = fs::read_to_string(root.path().join(FILE)).unwrap();
        assert!(text.starts_with("# Written by guild"), "{text}");
        assert!(text.find("\"a\"") < text.find("\"b\""), "{text}");
        let lock = read(root.path()).unwrap().unwrap();
        assert_eq!(lock.skills.len(), 2);
        let name = SkillName::parse("a").unwrap();
        change(root.path(), vec![Change::Remove(name)]).unwrap();
        assert_eq!(read(root.path()).unwrap().unwrap().skills.len(), 1);
    }

    #[test]
    fn a_damaged_lock_says_where() {
        let root = tempfile::tempdir().unwrap();
        for damage in [
            "version = ",
            "version = 9",
            "[[skill]]",
            "version = 1\nskill = 3",
        ] {
            fs::write(root.path().join(FILE), damage).unwrap();
            let failure = read(root.path()).unwrap_err();
            assert!(failure.message.contains("is damaged"), "{failure:?}");
        }
    }
}
