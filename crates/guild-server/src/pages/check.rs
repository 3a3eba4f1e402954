//! The page that checks a document: a form, and what was found in what was sent.

use askama::Template;
use axum::extract::{Request, State};
use guild_catalog::{MAX_PAGE_SIZE, PageRequest, SkillQuery, SkillSort};
use guild_check::contract::{ContractFile, Date};
use guild_check::{Source, contract};
use guild_skill::{SkillName, contracts};
use http::Uri;
use semver::Version;

use super::checked::Checked;
use super::layout::{Here, Layout};
use super::{assets, missing, source, text};
use crate::document::{Document, Freshness};
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::Fields;
use crate::posted;
use crate::state::AppState;

/// The longest document; `posted` says so too.
const DOCUMENT_BYTES: usize = 256 * 1024;

#[derive(Template)]
#[template(path = "check.html")]
struct CheckPage {
    layout: Layout,
    choices: Vec<Choice>,
    document: String,
    checked: Option<Checked>,
}

/// A contract to choose.
struct Choice {
    skill: String,
    title: String,
    is_chosen: bool,
}

/// Shows the form; `?contract=NAME` chooses.
pub(crate) async fn show(State(state): State<AppState>, uri: Uri) -> Result<Document, ApiError> {
    let mut fields = Fields::parse(uri.query().unwrap_or_default())?;
    let chosen = fields.text("contract");
    let chosen = chosen.unwrap_or_else(|| contracts::NAMES[0].to_owned());
    // A name that cannot be chosen is an error here already, not only when the form is sent.
    find(&state, &chosen).await?;
    pages::render(&CheckPage {
        layout: Layout::new(&state, Here::Check, links::check()),
        choices: choices(&state, &chosen).await?,
        document: String::new(),
        checked: None,
    })
}

/// Checks what was sent.
pub(crate) async fn check(
    State(state): State<AppState>,
    request: Request,
) -> Result<Document, ApiError> {
    let (head, body) = request.into_parts();
    posted::refuse_cross_site(&head.headers, state.base_url().as_str())?;
    let mut fields = posted::read(&head.headers, body).await?;
    let document = fields.text("document").unwrap_or_default();
    let chosen = fields.text("contract");
    let chosen = chosen.unwrap_or_else(|| contracts::NAMES[0].to_owned());
    // A form sends every line end as two characters.
    let document = source::unified(&document);
    if document.trim().is_empty() {
        return Err(posted::malformed(
            "there is no document in the form; paste one and send it again",
        ));
    }
    if document.len() > DOCUMENT_BYTES {
        return Err(posted::too_large());
    }
    let file = find(&state, &chosen).await?;
    let measure = state.work_checks().measure(&chosen, file)?;
    let pasted = Source::new("document.md", document.as_str());
    let today = Date::parse_iso(&state.today().iso()).unwrap_or(Date::LAST);
    let report = state.work_checks().check(pasted.clone(), measure, today);
    let report = report.await?;
    let page = CheckPage {
        layout: Layout::new(&state, Here::Check, links::check()),
        choices: choices(&state, &chosen).await?,
        checked: Some(Checked::new(&pasted, &report, state.rules())),
        document,
    };
    Ok(Document {
        freshness: Freshness::Momentary,
        ..pages::render(&page)?
    })
}

/// Finds the contract of a skill: of the Developer pack as this server knows it, or of the catalog.
async fn find(state: &AppState, skill: &str) -> Result<ContractFile, ApiError> {
    if let Some(file) = contracts::of_pack(skill) {
        return Ok(file);
    }
    let entry = missing::find_skill(state, skill).await?;
    let version = Version::parse(&entry.latest.version).map_err(ApiError::fault)?;
    let Some(source) = file(state, &entry.name, &version, contract::FILE).await? else {
        let message = format!("the skill `{}` carries no contract", entry.name);
        return Err(ApiError::new(Code::ParameterOutOfRange, message));
    };
    let read = ContractFile::read(&source);
    let mut named = Vec::new();
    // The examples prove the contract to its author; a document needs only the gaps of the template.
    if let Some(path) = read.contract.template.clone() {
        let template = file(state, &entry.name, &version, &path).await?;
        named.extend(template.map(|source| (path, source)));
    }
    Ok(read.with_files(|path| {
        let mut known = named.iter();
        known
            .find(|(known, _)| known == path)
            .map(|(_, source)| source.clone())
    }))
}

async fn file(
    state: &AppState,
    skill: &SkillName,
    version: &Version,
    path: &str,
) -> Result<Option<Source>, ApiError> {
    let file = state.catalog().file(skill, version, path).await;
    let file = file.map_err(ApiError::fault)?;
    let text = file.and_then(|file| String::from_utf8(file.bytes).ok());
    Ok(text.map(|text| Source::new(path, text)))
}

/// Lists the contracts that can be chosen: those of the Developer pack, of the first skills by name, and the chosen one.
async fn choices(state: &AppState, chosen: &str) -> Result<Vec<Choice>, ApiError> {
    let query = SkillQuery {
        query: None,
        pack: None,
        is_derived: None,
        sort: SkillSort::Name,
        page: PageRequest::new(1, MAX_PAGE_SIZE).map_err(ApiError::fault)?,
    };
    let skills = state.catalog().skills(query).await;
    let skills = skills.map_err(ApiError::fault)?.items;
    let title = |name: &str| {
        let skill = skills.iter().find(|skill| skill.name == name);
        skill.map_or_else(|| name.to_owned(), |skill| text::visible(&skill.title))
    };
    let mut names: Vec<String> = contracts::NAMES.map(str::to_owned).to_vec();
    for skill in &skills {
        let is_known = names.contains(&skill.name);
        if !is_known && has_contract(state, &skill.name, &skill.version).await? {
            names.push(skill.name.clone());
        }
    }
    if !names.iter().any(|name| name == chosen) {
        names.push(chosen.to_owned());
    }
    let choices = names.into_iter().map(|skill| Choice {
        title: title(&skill),
        is_chosen: skill == chosen,
        skill,
    });
    Ok(choices.collect())
}

async fn has_contract(state: &AppState, name: &str, version: &str) -> Result<bool, ApiError> {
    let (Ok(name), Ok(version)) = (SkillName::parse(name), Version::parse(version)) else {
        return Ok(false);
    };
    let first = PageRequest::new(1, MAX_PAGE_SIZE).map_err(ApiError::fault)?;
    let files = state.catalog().files(&name, &version, first).await;
    let files = files.map_err(ApiError::fault)?;
    Ok(files.is_some_and(|files| files.items.iter().any(|file| file.path == contract::FILE)))
}
