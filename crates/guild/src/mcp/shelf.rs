//! The skills of the catalog in the way of the protocol's skills extension (SEP-2640): each file with its digest.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guild_check::Source;
use guild_skill::files::{FileSet, SkillFile};
use guild_skill::front_matter::{Entry, FrontMatter, LIMITS, Value as Field};
use guild_skill::{Digest, SkillName};
use rmcp::ErrorData;
use rmcp::model::{
    JsonObject, ListSkillsResult, ResourceContents, Skill, SkillFrontmatter, SkillResource,
    SkillResources,
};
use serde_json::Value;

use crate::failure::Failure;
use crate::install::fetch::{self, Wanted, unknown_skill};
use crate::remote::Remote;
use crate::settings::Settings;

const SCHEME: &str = "skill://";
/// How many skills a page holds: each is fetched, and held against its digest, before it is listed.
const PAGE: u32 = 20;
/// How many bytes of files are kept, so that a file that is read after its skill was listed is at hand.
const KEPT_BYTES: u64 = 32 << 20;

/// The skills of one catalog.
pub(super) struct Shelf {
    remote: Remote,
    kept: Mutex<BTreeMap<Digest, Arc<FileSet>>>,
}

impl Shelf {
    /// Takes the catalog of the settings; nothing is asked yet.
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            remote: Remote::new(&settings.catalog, settings),
            kept: Mutex::default(),
        }
    }

    /// Lists a page of skills; the cursor is the number of the page.
    pub(super) fn list(&self, cursor: Option<&str>) -> Result<ListSkillsResult, ErrorData> {
        let page = match cursor.map(str::parse) {
            None => 1,
            Some(Ok(page @ 1..)) => page,
            Some(Ok(0) | Err(_)) => return Err(invalid("the cursor is none of ours")),
        };
        let list = self.remote.search("", page, PAGE).map_err(Failure::from);
        let list = list.map_err(|failure| told(&failure))?;
        let mut skills = Vec::new();
        for summary in &list.items {
            let name =
                SkillName::parse(&summary.name).map_err(|error| invalid(error.to_string()))?;
            skills.push(self.skill(&name)?);
        }
        let mut result = ListSkillsResult::with_all_items(skills);
        result.next_cursor = (u64::from(page) < list.total_pages).then(|| (page + 1).to_string());
        Ok(result)
    }

    /// Gives one skill by the address of its SKILL.md.
    pub(super) fn get(&self, uri: &str) -> Result<Skill, ErrorData> {
        match parts(uri) {
            Some((name, "SKILL.md")) => self.skill(&name),
            Some(_) | None => Err(unknown(uri)),
        }
    }

    /// Reads one file.
    pub(super) fn read(&self, uri: &str) -> Result<ResourceContents, ErrorData> {
        let (name, path) = parts(uri).ok_or_else(|| unknown(uri))?;
        let files = self.files(&name)?;
        let file = files.get(path).ok_or_else(|| unknown(uri))?;
        Ok(match std::str::from_utf8(&file.bytes) {
            Ok(text) if path.ends_with(".md") => {
                ResourceContents::text(text, uri).with_mime_type("text/markdown")
            }
            Ok(text) => ResourceContents::text(text, uri),
            Err(_) => ResourceContents::blob(STANDARD.encode(&file.bytes), uri)
                .with_mime_type("application/octet-stream"),
        })
    }

    fn skill(&self, name: &SkillName) -> Result<Skill, ErrorData> {
        let files = self.files(name)?;
        let text = files
            .get("SKILL.md")
            .map(|file| String::from_utf8_lossy(&file.bytes));
        let text = text.unwrap_or_default();
        let front_matter = FrontMatter::read(&Source::new("SKILL.md", text.as_ref()), LIMITS);
        let resource = |file: &SkillFile| {
            SkillResource::from_bytes(address(name, file.path.as_str()), &file.bytes)
        };
        Ok(Skill::new(
            address(name, "SKILL.md"),
            stated(name, &front_matter),
            SkillResources::Files(files.iter().map(resource).collect()),
        ))
    }

    /// Gives the files of a skill's newest release, held against digest, signature and log.
    fn files(&self, name: &SkillName) -> Result<Arc<FileSet>, ErrorData> {
        self.fetched(name).map_err(|failure| told(&failure))
    }

    fn fetched(&self, name: &SkillName) -> Result<Arc<FileSet>, Failure> {
        let skill = self.remote.skill(name)?;
        let skill = skill.ok_or_else(|| unknown_skill(&self.remote, name))?;
        let known = Digest::parse(&skill.latest_release.digest).ok();
        let known = known.and_then(|digest| self.kept().get(&digest).cloned());
        if let Some(files) = known {
            return Ok(files);
        }
        let wanted = Wanted::of(name, skill.latest_release, &self.remote)?;
        let files = Arc::new(fetch::fetch_quietly(&self.remote, &wanted)?);
        let mut kept = self.kept();
        let bytes: u64 = kept.values().map(|files| files.total_bytes()).sum();
        if bytes > KEPT_BYTES {
            kept.clear();
        }
        kept.insert(wanted.digest, Arc::clone(&files));
        Ok(files)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, BTreeMap<Digest, Arc<FileSet>>> {
        // Nothing is half done while it is held.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes an address apart: `skill://NAME/PATH`.
fn parts(uri: &str) -> Option<(SkillName, &str)> {
    let (name, path) = uri.strip_prefix(SCHEME)?.split_once('/')?;
    Some((SkillName::parse(name).ok()?, path))
}

fn address(name: &SkillName, path: &str) -> String {
    format!("{SCHEME}{name}/{path}")
}

/// Gives the front matter, every field that the author wrote.
fn stated(name: &SkillName, front_matter: &FrontMatter) -> SkillFrontmatter {
    let mut fields = object(&front_matter.entries);
    fields.remove("name");
    let description = fields.remove("description");
    let description = description
        .as_ref()
        .and_then(Value::as_str)
        .unwrap_or_default();
    let mut stated = SkillFrontmatter::new(name.as_str(), description);
    stated.extra = fields;
    stated
}

fn object(entries: &[Entry]) -> JsonObject {
    let fields = entries
        .iter()
        .map(|entry| (entry.key.text.clone(), value(&entry.value)));
    fields.collect()
}

fn value(field: &Field) -> Value {
    match field {
        Field::Text(scalar) => scalar.text.clone().into(),
        Field::List { items, .. } => items.iter().map(value).collect(),
        Field::Map { entries, .. } => object(entries).into(),
    }
}

fn invalid(why: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(why.into(), None)
}

fn unknown(uri: &str) -> ErrorData {
    let uri: String = uri.chars().take(200).collect();
    ErrorData::resource_not_found(format!("there is no `{uri}`; skills/list names them"), None)
}

fn told(failure: &Failure) -> ErrorData {
    let hints = failure.hints.iter().map(|hint| format!("; hint: {hint}"));
    let causes = failure.causes.iter().map(|cause| format!(": {cause}"));
    let why = std::iter::once(failure.message.clone())
        .chain(causes)
        .chain(hints);
    invalid(why.collect::<String>())
}
