//! How an installed skill differs from what was installed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use guild_skill::Digest;
use guild_skill::digest::DigestBuilder;
use serde::Serialize;

use super::ledger::{FileRecord, Record};

/// One file that is not as it was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Difference {
    /// The path in the skill's folder.
    pub(crate) path: String,
    /// In what way it differs.
    pub(crate) kind: DifferenceKind,
}

/// In what way a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum DifferenceKind {
    /// Its content is another.
    Changed,
    /// It is gone.
    Missing,
    /// It was not installed.
    Added,
    /// Whether it may be run is another.
    ModeChanged,
    /// A link or something else that is no file stands there.
    NotAFile,
}

/// What stands at a path.
enum Found {
    File(FileRecord),
    Other,
}

/// Files that desktops leave in every folder they show; they are no edit.
const DROPPINGS: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// Folders deeper than this were not made by us.
const DEEPEST: usize = 64;

/// Says how a skill's folder differs from its record; nothing when it is as it was installed.
pub(crate) fn differences(folder: &Path, record: &Record) -> io::Result<Vec<Difference>> {
    let mut found = BTreeMap::new();
    match fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => scan(folder, "", 0, &mut found)?,
        Ok(_) => {
            found.insert(".".to_owned(), Found::Other);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut differences = Vec::new();
    let mut note = |path: &str, kind| {
        let path = path.to_owned();
        differences.push(Difference { path, kind });
    };
    for (path, recorded) in &record.files {
        match found.remove(path) {
            None => note(path, DifferenceKind::Missing),
            Some(Found::Other) => note(path, DifferenceKind::NotAFile),
            Some(Found::File(file)) if file.digest != recorded.digest => {
                note(path, DifferenceKind::Changed);
            }
            Some(Found::File(file)) if file.is_executable != recorded.is_executable => {
                // Other systems keep no such bit.
                if cfg!(unix) {
                    note(path, DifferenceKind::ModeChanged);
                }
            }
            Some(Found::File(_)) => {}
        }
    }
    for (path, found) in &found {
        match found {
            Found::File(_) if is_dropping(path) => {}
            Found::File(_) => note(path, DifferenceKind::Added),
            Found::Other => note(path, DifferenceKind::NotAFile),
        }
    }
    differences.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(differences)
}

fn scan(
    folder: &Path,
    prefix: &str,
    depth: usize,
    found: &mut BTreeMap<String, Found>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() && depth < DEEPEST {
            scan(&entry.path(), &format!("{path}/"), depth + 1, found)?;
        } else if kind.is_file() {
            found.insert(path, Found::File(read(&entry.path())?));
        } else {
            found.insert(path, Found::Other);
        }
    }
    Ok(())
}

fn is_dropping(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    DROPPINGS.contains(&name)
}

fn read(path: &Path) -> io::Result<FileRecord> {
    let mut file = fs::File::open(path)?;
    let is_executable = is_executable(&file.metadata()?);
    Ok(FileRecord {
        digest: digest(&mut file)?,
        is_executable,
    })
}

/// Takes the digest of a file piece by piece: what a person put there may be large.
fn digest(file: &mut fs::File) -> io::Result<Digest> {
    let mut builder = DigestBuilder::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(builder.finish()),
            count => builder.update(&chunk[..count]),
        };
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &fs::Metadata) -> bool {
    false
}

impl DifferenceKind {
    /// Gives the words that a person reads after the path.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Changed => "was changed",
            Self::Missing => "is missing",
            Self::Added => "was added",
            Self::ModeChanged => "has another executable bit",
            Self::NotAFile => "is not a plain file",
        }
    }
}

/// Lists differences in one line each, a few of them.
pub(crate) fn listed(differences: &[Difference]) -> String {
    const SHOWN: usize = 8;
    let lines = differences.iter().take(SHOWN);
    let mut lines: Vec<String> = lines
        .map(|difference| format!("`{}` {}", difference.path, difference.kind.words()))
        .collect();
    if differences.len() > SHOWN {
        lines.push(format!("and {} more", differences.len() - SHOWN));
    }
    lines.join("\n")
}
