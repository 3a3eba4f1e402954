//! What documents are by statement and not by guess: the editor's options, then `guild.toml`.
//!
//! ```toml
//! [[documents]]
//! paths = ["docs/api/**"]
//! skill = "api-documentation-writer"
//! contract = "docs/openapi.yaml"
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use guild_check::{Settings, glob};
use guild_check_api::{ContractOperations, Conventions, load};
use serde::Deserialize;
use serde_json::Value;

use crate::Context;
use crate::commands::check::{conventions, read_settings};

/// The word for documents that nothing is held against.
const NONE: &str = "none";

/// What somebody said of some documents.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Statement {
    /// The patterns of their paths, from the folder that the editor has open.
    paths: Vec<String>,
    /// The skill whose work they are, by name or folder, or `none`; without it they are known by their form.
    skill: Option<String>,
    /// The API contract that they are compared with, from the folder of the file that says so.
    contract: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
struct Statements {
    #[serde(default)]
    documents: Vec<Statement>,
}

/// The work that a statement makes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated<'a> {
    /// Nothing is said.
    Unsaid,
    /// It is left alone.
    Nothing,
    /// It is the work of a skill.
    Work(&'a str),
}

impl Statement {
    /// Tells whose work its documents are.
    pub(super) fn work(&self) -> Stated<'_> {
        match self.skill.as_deref() {
            None => Stated::Unsaid,
            Some(NONE) => Stated::Nothing,
            Some(skill) => Stated::Work(skill),
        }
    }

    /// Gives the contract, if there is one.
    pub(super) fn contract(&self) -> Option<&Path> {
        self.contract.as_deref()
    }

    fn from(mut self, folder: &Path) -> Self {
        self.contract = self.contract.map(|path| folder.join(path));
        self
    }
}

/// Finds the first statement on a path.
pub(super) fn on<'a>(statements: &'a [Statement], path: &str) -> Option<&'a Statement> {
    statements.iter().find(|statement| {
        let mut paths = statement.paths.iter();
        paths.any(|pattern| glob::fits(pattern, path))
    })
}

/// Reads the options that an editor sends when it starts.
///
/// # Errors
///
/// When they have another form.
pub(super) fn of_editor(options: &Value, root: &Path) -> Result<Vec<Statement>, String> {
    if options.is_null() {
        return Ok(Vec::new());
    }
    // Editors send options of their own; what is not known here is passed over.
    let read: Result<Statements, _> = Statements::deserialize(options);
    let read = read.map_err(|error| format!("the editor's options for guild: {error}"))?;
    Ok(read
        .documents
        .into_iter()
        .map(|one| one.from(root))
        .collect())
}

/// Reads `[[documents]]` of the nearest `guild.toml`; a file that is no TOML is complained of elsewhere.
///
/// # Errors
///
/// When an entry has another form.
fn of_settings(working_folder: &Path) -> Result<Vec<Statement>, String> {
    let mut folders = working_folder.ancestors();
    let Some(folder) = folders.find(|folder| folder.join("guild.toml").is_file()) else {
        return Ok(Vec::new());
    };
    let text = fs::read_to_string(folder.join("guild.toml")).unwrap_or_default();
    let Ok(table) = text.parse::<toml::Table>() else {
        return Ok(Vec::new());
    };
    let read: Result<Statements, _> = Statements::deserialize(table);
    let read = read.map_err(|error| format!("`[[documents]]` in guild.toml: {error}"))?;
    Ok(read
        .documents
        .into_iter()
        .map(|one| one.from(folder))
        .collect())
}

/// What holds for all documents at one moment.
pub(super) struct Told {
    /// The decisions of `guild.toml`.
    pub(super) settings: Settings,
    /// What API contracts call things by agreement, as it says.
    pub(super) conventions: Conventions,
    /// What is said of documents: by the editor, then by `guild.toml`.
    pub(super) statements: Vec<Statement>,
    /// What is wrong with them.
    pub(super) complaints: Vec<String>,
}

impl Told {
    /// Reads `guild.toml` beside what the editor said; where it cannot be followed, nothing is silenced.
    pub(super) fn read(editor: &Result<Vec<Statement>, String>, context: &Context) -> Self {
        let mut told = Self {
            settings: Settings::default(),
            conventions: Conventions::default(),
            statements: Vec::new(),
            complaints: Vec::new(),
        };
        match read_settings(None, context) {
            Ok(settings) => told.settings = settings,
            Err(error) => told.complain(format!("{}: {}", error.message, error.causes.join(": "))),
        }
        match conventions(None, context) {
            Ok(conventions) => told.conventions = conventions,
            Err(error) => told.complain(format!("{}: {}", error.message, error.causes.join(": "))),
        }
        let folder = &context.settings.environment.working_folder;
        for statements in [editor.clone(), of_settings(folder)] {
            match statements {
                Ok(statements) => told.statements.extend(statements),
                Err(complaint) => told.complain(complaint),
            }
        }
        told
    }

    /// Notes what the editor is to be told of, once.
    pub(super) fn complain(&mut self, complaint: String) {
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }
}

/// The API contracts that were read, each again when its file changes.
#[derive(Debug, Default)]
pub(super) struct ApiContracts {
    read: BTreeMap<PathBuf, (Option<SystemTime>, Loaded)>,
}

/// A contract, or why it could not be read.
pub(super) type Loaded = Result<Arc<ContractOperations>, String>;

impl ApiContracts {
    /// Gives a contract as it lies on disk.
    pub(super) fn get(&mut self, path: &Path) -> Loaded {
        let modified = fs::metadata(path).and_then(|file| file.modified()).ok();
        if let Some((known, loaded)) = self.read.get(path)
            && *known == modified
            && modified.is_some()
        {
            return loaded.clone();
        }
        let loaded = load(path).map(|contract| Arc::new(ContractOperations::new(contract)));
        let loaded = loaded.map_err(|error| format!("the API contract: {error}"));
        self.read
            .insert(path.to_owned(), (modified, loaded.clone()));
        loaded
    }

    /// Forgets all: a file that one of them refers to may have changed.
    pub(super) fn forget(&mut self) {
        self.read.clear();
    }
}
