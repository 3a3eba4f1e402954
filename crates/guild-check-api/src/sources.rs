//! The sources of a program beside its contract: where data enters it, and where it is validated (SPEC.md 2.5, 3).
//!
//! Each file is read for a few facts; nothing is run, and no type is known. What follows from the facts is therefore a
//! guess wherever a function is called whose inside is in another file.

use std::fs;
use std::path::{Path, PathBuf};

use guild_check::{Source, Span};

use crate::folder::{LoadError, Loading, read};
use crate::typescript::facts;

/// Endings of the files that are read.
const ENDINGS: [&str; 8] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/// Folders that hold no source of the program.
const SKIPPED: [&str; 8] = [
    "node_modules",
    "dist",
    "build",
    "out",
    "coverage",
    "vendor",
    "__tests__",
    "__mocks__",
];

/// How much of a folder is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLimits {
    /// How many files.
    pub files: usize,
    /// The bytes of one file.
    pub bytes: usize,
    /// How deep folders may nest.
    pub depth: usize,
}

impl Default for SourceLimits {
    fn default() -> Self {
        Self {
            files: 20_000,
            bytes: 1 << 20,
            depth: 64,
        }
    }
}

/// The sources of a program.
#[derive(Debug, Default)]
pub struct Sources {
    /// The files, by path.
    pub files: Vec<SourceFile>,
}

/// One file of a program.
#[derive(Debug)]
pub struct SourceFile {
    /// Its text.
    pub source: Source,
    /// Its path within the folder, with `/` between its parts.
    pub path: String,
    /// Why it was not read.
    pub unread: Option<(Span, String)>,
    /// What stands in it.
    pub facts: Facts,
}

/// What stands in a file, as far as boundaries go.
#[derive(Debug, Default)]
pub struct Facts {
    /// Data of third parties that is used unchecked.
    pub responses: Vec<Response>,
    /// Variables of the environment that are read one by one.
    pub variables: Vec<Variable>,
    /// Calls that validate.
    pub checks: Vec<Check>,
    /// Whether the environment as a whole goes through a check here.
    pub has_settings: bool,
    /// Whether something can be refused here: a `throw`, a failed check.
    pub has_refusal: bool,
    /// Whether data enters the program here.
    pub is_boundary: bool,
}

/// Data of a third party that is used unchecked.
#[derive(Clone, Debug)]
pub struct Response {
    /// Where it is taken from the answer.
    pub span: Span,
    /// What is done with it.
    pub manner: Manner,
    /// Whether it certainly comes from elsewhere: the address is written there.
    pub is_foreign: bool,
}

/// How data is used without a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Its type is asserted (`as`, an annotation).
    Asserted,
    /// It leaves the function.
    Returned,
    /// Its fields are read, or it is handed on.
    Used,
}

/// A variable of the environment that is read.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Where.
    pub span: Span,
    /// Its name, if it is written there.
    pub name: Option<String>,
}

/// A call that validates.
#[derive(Clone, Debug)]
pub struct Check {
    /// Where.
    pub span: Span,
    /// What is called, as written.
    pub callee: String,
}

impl Variable {
    /// Says what is read.
    pub(crate) fn called(&self) -> String {
        let name = self.name.as_ref();
        name.map_or_else(|| "the environment".to_owned(), |name| format!("`{name}`"))
    }
}

impl Sources {
    /// Reads the sources below a folder; tests and what others wrote are left out.
    ///
    /// # Errors
    ///
    /// If the folder itself cannot be read; a file that cannot be read is told in its place.
    pub fn load(folder: &Path, limits: SourceLimits) -> Result<Self, LoadError> {
        let mut paths = Vec::new();
        let mut waiting = vec![(folder.to_path_buf(), 0)];
        while let Some((at, depth)) = waiting.pop() {
            let entries = match fs::read_dir(&at) {
                Ok(entries) => entries,
                Err(source) if depth == 0 => {
                    let path = at.to_string_lossy().into_owned();
                    return Err(LoadError::Unreadable { path, source });
                }
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                // A link may lead anywhere, to a folder above among others.
                let Ok(kind) = entry.file_type() else {
                    continue;
                };
                if kind.is_dir()
                    && depth < limits.depth
                    && !name.starts_with('.')
                    && !SKIPPED.contains(&name.as_str())
                {
                    waiting.push((entry.path(), depth + 1));
                } else if kind.is_file() && is_source(&name) {
                    paths.push(entry.path());
                }
            }
        }
        paths.sort();
        paths.truncate(limits.files);
        let files = paths.iter().map(|path| file(path, folder, limits));
        Ok(Self {
            files: files.collect(),
        })
    }

    /// Takes texts under their paths.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = texts.into_iter().map(|(path, text)| {
            let source = Source::new(path.as_str(), text);
            with_facts(source, path)
        });
        Self {
            files: files.collect(),
        }
    }
}

fn is_source(name: &str) -> bool {
    let is_test = [".test.", ".spec.", ".stories.", ".d.", ".min."]
        .iter()
        .any(|part| name.contains(part));
    ENDINGS.iter().any(|ending| name.ends_with(ending)) && !is_test
}

fn file(path: &Path, folder: &Path, limits: SourceLimits) -> SourceFile {
    let mut loading = Loading::alone();
    loading.limits.bytes = limits.bytes;
    let inner: PathBuf = path.strip_prefix(folder).unwrap_or(path).to_path_buf();
    let shown = inner.to_string_lossy().replace('\\', "/");
    match read(path, &loading) {
        Ok(source) => with_facts(source, shown),
        Err(error) => {
            let why = match error {
                LoadError::Unreadable { source, .. } => format!("it cannot be read: {source}"),
                LoadError::TooLarge { limit, .. } => format!("it is larger than {limit} bytes"),
                LoadError::NotText { byte, .. } => {
                    format!("it is not UTF-8 text from byte {byte} on")
                }
            };
            SourceFile {
                source: Source::new(path.to_string_lossy().replace('\\', "/"), ""),
                path: shown,
                unread: Some((Span::default(), why)),
                facts: Facts::default(),
            }
        }
    }
}

fn with_facts(source: Source, path: String) -> SourceFile {
    let (facts, unread) = facts::find(&source);
    SourceFile {
        source,
        path,
        unread,
        facts,
    }
}
