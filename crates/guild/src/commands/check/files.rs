//! The files of a check: those that are named, those in folders, and what comes on standard input.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use guild_check::Source;

use crate::Context;
use crate::failure::Failure;

/// How reports call what comes on standard input.
const STANDARD_INPUT: &str = "stdin.md";

/// The most bytes that are read of one file.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How deep a folder is searched; deeper is no folder that a person made.
const DEEPEST: usize = 64;

/// Folders that hold the work of others.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// A document that is to be checked. Files are read one by one, so that a folder of them is never held as a whole.
#[derive(Debug)]
pub(super) enum Document {
    /// A file, by its path as it was typed.
    File(PathBuf),
    /// What came on standard input.
    Given(Source),
}

/// Lists documents, each once, those of a folder in the order of their names.
pub(super) fn list(
    paths: &[PathBuf],
    stdin_filename: Option<&Path>,
    context: &Context,
) -> Result<Vec<Document>, Failure> {
    refuse_names(paths, stdin_filename)?;
    let mut seen = BTreeSet::new();
    let mut documents = Vec::new();
    for path in paths {
        if is_standard_input(path) {
            let name = stdin_filename.map_or(STANDARD_INPUT.to_owned(), shown);
            documents.push(Document::Given(standard_input(name)?));
            continue;
        }
        let whole = context.settings.environment.working_folder.join(path);
        for file in files(path, &whole)? {
            if seen.insert(file.clone()) {
                documents.push(Document::File(file));
            }
        }
    }
    Ok(documents)
}

/// Says whether a path means standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses what cannot be meant: standard input twice, or a name for it where it is not read.
pub(super) fn refuse_names(paths: &[PathBuf], name: Option<&Path>) -> Result<(), Failure> {
    let count = paths.iter().filter(|path| is_standard_input(path)).count();
    if count > 1 {
        return Err(Failure::could_not("standard input can be read once")
            .hint("leave one `-` out, or name files"));
    }
    if let Some(name) = name.filter(|_| count == 0) {
        let name = name.display();
        return Err(Failure::could_not(
            "`--stdin-filename` names standard input, which is not read",
        )
        .hint(format!(
            "put `-` in place of the file, or name the file itself: {name}"
        )));
    }
    Ok(())
}

impl Document {
    /// Reads it. Bytes that are no UTF-8 are read as `�`: whether that is a defect is for the check to say.
    pub(super) fn read(&self) -> Result<Source, Failure> {
        match self {
            Self::File(path) => read_file(path),
            Self::Given(source) => Ok(source.clone()),
        }
    }

    /// Gives the path that reports show.
    pub(super) fn path(&self) -> String {
        match self {
            Self::File(path) => shown(path),
            Self::Given(source) => source.path().to_owned(),
        }
    }

    /// Says whether it came on standard input.
    pub(super) fn is_given(&self) -> bool {
        matches!(self, Self::Given(_))
    }
}

/// Reads documents, for what needs all of them at once.
pub(super) fn read_all(documents: &[Document]) -> Result<Vec<Source>, Failure> {
    documents.iter().map(Document::read).collect()
}

/// Lists the files that a path stands for, written as the path was.
fn files(path: &Path, whole: &Path) -> Result<Vec<PathBuf>, Failure> {
    let shown = path.display();
    if whole.is_dir() {
        let mut files = Vec::new();
        walk(path, 0, &mut files).map_err(|error| {
            Failure::could_not(format!("could not read {shown}")).because(&error)
        })?;
        files.sort();
        if files.is_empty() {
            return Err(Failure::could_not(format!("{shown} holds no document"))
                .cause("no file in it ends in `.md`")
                .hint("name the file, whatever its ending"));
        }
        return Ok(files);
    }
    if !whole.exists() {
        return Err(Failure::could_not(format!("{shown} does not exist"))
            .hint("name a document, or a folder of them"));
    }
    Ok(vec![path.to_owned()])
}

/// Collects the Markdown files below a folder; links to folders are not followed, so that the search ends.
fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let is_skipped = name.starts_with('.') || SKIPPED.contains(&name.as_ref());
            if !is_skipped && depth < DEEPEST {
                walk(&entry.path(), depth + 1, files)?;
            }
        } else if name.to_lowercase().ends_with(".md") && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<Source, Failure> {
    let shown = shown(path);
    let read = || read_text(fs::File::open(path)?);
    let text = read()
        .map_err(|error| Failure::could_not(format!("could not read {shown}")).because(&error))?;
    Ok(Source::new(shown, text))
}

fn standard_input(name: String) -> Result<Source, Failure> {
    let text = read_text(io::stdin().lock())
        .map_err(|error| Failure::could_not("could not read standard input").because(&error))?;
    Ok(Source::new(name, text))
}

fn read_text(from: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it has more than 256 MB"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// Writes a path as reports do, with `/` between its parts and without a leading `./`.
fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text
    };
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}
