//! The Install block: the record's Install field, fitted to an assistant.

use axum::extract::FromRequestParts;
use guild_skill::assistants::{self, Assistant, Level};
use guild_skill::install::{SKILLS_FOLDER, shell_for};
use guild_skill::wire;
use http::request::Parts;

use super::entry::size;
use super::markdown;
use super::text::{self, Html};
use crate::error::ApiError;
use crate::parameters::Fields;
use crate::state::{AppState, BaseUrl};

/// Which assistant the reader uses, as the address says.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    assistant: Option<&'static Assistant>,
    level: Level,
}

/// What `install.html` shows.
pub(super) struct InstallBlock {
    /// The page that the form without JavaScript loads again.
    pub(super) action: String,
    pub(super) sentence: Html,
    pub(super) note: Html,
    pub(super) archive_path: String,
    pub(super) archive_name: String,
    pub(super) digest: String,
    pub(super) size: String,
    /// The line that brings the archive.
    pub(super) download: Words,
    /// The lines of the record's shell block.
    pub(super) unpack: Vec<Vec<Piece>>,
    pub(super) command: Words,
    /// Where npm `skills` finds the index that lists just this: the path of the page.
    pub(super) source: Html,
    /// What npm `clawhub` takes.
    pub(super) clawhub: String,
    pub(super) flags: Html,
    pub(super) folder: String,
    pub(super) is_chosen: bool,
    pub(super) is_for_user: bool,
    /// Whether a browser may know a better address of the catalog than the server does.
    pub(super) is_base_assumed: bool,
    /// Whether only files are there: no answer to a form, and nothing for clients that take a server.
    pub(super) is_exported: bool,
    pub(super) options: Vec<Choosable>,
}

/// A command around the catalog's address.
pub(super) struct Words {
    pub(super) before: String,
    pub(super) base: String,
    pub(super) after: Html,
}

/// A piece of the shell block.
pub(super) enum Piece {
    Text(String),
    Folder,
}

/// An assistant to choose.
pub(super) struct Choosable {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    /// Its folder for a person; empty where it reads none.
    pub(super) user: String,
    pub(super) project: String,
    pub(super) is_chosen: bool,
}

/// What is installed.
pub(super) struct Subject<'a> {
    pub(super) install: &'a wire::Install,
    pub(super) release: &'a wire::Release,
    /// The page that holds the block.
    pub(super) action: String,
    /// What `guild install` takes: the name, or the name with a version.
    pub(super) argument: String,
    /// Where the archive is.
    pub(super) archive_path: String,
}

impl InstallBlock {
    /// Fits the Install field to what the reader chose.
    pub(super) fn new(state: &AppState, subject: Subject<'_>, choice: Choice) -> Self {
        let base = state.base_url();
        let archive_name = format!("{}.zip", subject.release.skill);
        let folder = choice.folder();
        Self {
            source: breakable(&subject.action),
            clawhub: subject.argument.replace('@', " --version "),
            action: subject.action,
            sentence: markdown::inline(&subject.install.sentence),
            note: markdown::inline(&subject.install.note),
            digest: subject.release.digest.clone(),
            size: size(subject.release.size_bytes),
            download: Words {
                before: "curl -fLO ".to_owned(),
                base: base.as_str().to_owned(),
                after: breakable(&subject.archive_path),
            },
            unpack: subject.install.shell.lines().map(pieces).collect(),
            command: Words {
                before: format!("guild install {} ", subject.argument),
                base: base.as_str().to_owned(),
                after: Html::default(),
            },
            flags: choice.flags(),
            is_chosen: folder.is_some(),
            folder: folder.unwrap_or_else(|| SKILLS_FOLDER.to_owned()),
            is_for_user: choice.level == Level::User,
            is_exported: state.is_exporting(),
            is_base_assumed: matches!(base, BaseUrl::Assumed(_)),
            options: choice.options(),
            archive_path: subject.archive_path,
            archive_name,
        }
    }
}

impl Choice {
    /// Gives the folder as the shell takes it.
    fn folder(self) -> Option<String> {
        let folder = self.assistant?.shell_folder(self.level)?;
        Some(shell_for(SKILLS_FOLDER, &folder))
    }

    /// Gives the options of `guild install`, none of them broken at its hyphens.
    fn flags(self) -> Html {
        self.assistant.map_or_else(Html::default, |assistant| {
            let (id, level) = (text::marked(&assistant.id), self.level.word());
            Html::of_safe(format!(
                " <span class=\"word\">--assistant</span> {id} <span class=\"word\">--{level}</span>"
            ))
        })
    }

    fn options(self) -> Vec<Choosable> {
        let quoted = |folder: String| shell_for(SKILLS_FOLDER, &folder);
        let folder =
            |one: &Assistant, level| one.shell_folder(level).map(quoted).unwrap_or_default();
        let mut options: Vec<Choosable> = assistants::all()
            .iter()
            .map(|one| Choosable {
                id: &one.id,
                name: &one.name,
                user: folder(one, Level::User),
                project: folder(one, Level::Project),
                is_chosen: self.assistant.is_some_and(|chosen| chosen.id == one.id),
            })
            .collect();
        options.sort_by_key(|option| option.name.to_lowercase());
        options
    }
}

impl<S: Sync> FromRequestParts<S> for Choice {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = Fields::parse(parts.uri.query().unwrap_or_default())?;
        let assistant = fields.text("assistant");
        let assistant = assistant.as_deref().and_then(assistants::by_id);
        let level = fields.text("level").as_deref().and_then(Level::parse);
        let level = level.unwrap_or(Level::User);
        // An assistant without a folder for a person has one in the project.
        let reads = |assistant: &Assistant| assistant.shell_folder(level).is_some();
        let level = if assistant.is_none_or(reads) {
            level
        } else {
            Level::Project
        };
        Ok(Self { assistant, level })
    }
}

/// Lets a path break into lines after its slashes.
fn breakable(path: &str) -> Html {
    let path = text::marked(path);
    Html::of_safe(path.as_str().replace('/', "/<wbr>"))
}

/// Takes a line of the shell block apart at the skills folder.
fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (index, text) in line.split(SKILLS_FOLDER).enumerate() {
        if index > 0 {
            pieces.push(Piece::Folder);
        }
        pieces.push(Piece::Text(text.to_owned()));
    }
    pieces
}
