//! The page that checks a document or an API contract: a form, and what was found in what was sent.

use askama::Template;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::{Keeping, KeptLimits, PageRequest, SkillQuery, SkillSort};
use guild_check::contract::{ContractFile, Date};
use guild_check::{Source, contract};
use guild_skill::{SkillName, contracts};
use http::Uri;
use semver::Version;

use super::checked::Checked;
use super::checkup::Checkup;
use super::layout::{Here, Layout};
use super::{assets, missing, source, text};
use crate::document::{Document, Freshness};
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::Fields;
use crate::posted;
use crate::state::AppState;
use crate::work_check::{Measure, Subject, WorkChecks};

/// The longest text; `posted` says so too.
const TEXT_BYTES: usize = 256 * 1024;

/// How much is kept, and for how long.
const KEPT: KeptLimits = KeptLimits::STANDARD;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Template)]
#[template(path = "check.html")]
struct CheckPage {
    layout: Layout,
    choices: Vec<Group>,
    notice: Option<Notice>,
    document: String,
    is_keeping: bool,
    /// How long a result is kept.
    days: i64,
    checked: Option<Checked>,
}

/// What is to be known before all else.
struct Notice {
    class: &'static str,
    text: String,
}

/// Choices of one kind.
struct Group {
    label: &'static str,
    choices: Vec<Choice>,
}

/// What a text can be held against.
struct Choice {
    skill: String,
    title: String,
    is_chosen: bool,
}

/// What was sent.
struct Sent {
    chosen: String,
    text: String,
    is_keeping: bool,
}

/// Shows the form; `?contract=NAME` chooses.
pub(crate) async fn show(State(state): State<AppState>, uri: Uri) -> Result<Document, ApiError> {
    let mut fields = Fields::parse(uri.query().unwrap_or_default())?;
    let chosen = fields.text("contract");
    let chosen = chosen.unwrap_or_else(|| contracts::NAMES[0].to_owned());
    // A name that cannot be chosen is an error here already, not only when the form is sent.
    measure(&state, &chosen).await?;
    pages::render(&CheckPage::empty(&state, &chosen).await?)
}

/// Checks what was sent, and keeps the result if that is asked for.
pub(crate) async fn check(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let (head, body) = request.into_parts();
    posted::refuse_cross_site(&head.headers, state.base_url().as_str())?;
    let admitted = state.work_checks().admit()?;
    let sent = Sent::read(posted::read(&state, &head.headers, body).await?)?;
    let (measure, subject) = measure(&state, &sent.chosen).await?;
    let today = Date::parse_iso(&state.today().iso()).unwrap_or(Date::LAST);
    let checks = state.work_checks();
    let checked = checks.check(sent.text.clone(), measure, today).await?;
    let checkup = Checkup::new(sent.chosen.clone(), subject, sent.text, &checked);
    drop(admitted);
    let notice = if sent.is_keeping {
        match keep(&state, &checkup).await? {
            Ok(path) => return Ok(Redirect::to(&path).into_response()),
            Err(notice) => Some(notice),
        }
    } else {
        None
    };
    let page = CheckPage {
        notice,
        is_keeping: sent.is_keeping,
        checked: Some(Checked::new(&checkup, state.rules())),
        document: checkup.text,
        ..CheckPage::empty(&state, &sent.chosen).await?
    };
    Ok(momentary(&page)?.into_response())
}

/// Says that a result is gone.
pub(super) async fn after_removal(state: &AppState) -> Result<Document, ApiError> {
    let page = CheckPage {
        notice: Some(Notice {
            class: "empty",
            text: "The result is removed: nothing of it is left on this server.".to_owned(),
        }),
        ..CheckPage::empty(state, contracts::NAMES[0]).await?
    };
    momentary(&page)
}

fn momentary(page: &CheckPage) -> Result<Document, ApiError> {
    Ok(Document {
        freshness: Freshness::Momentary,
        ..pages::render(page)?
    })
}

/// Keeps a result and gives its path, or says why it is not kept.
async fn keep(state: &AppState, checkup: &Checkup) -> Result<Result<String, Notice>, ApiError> {
    let content = checkup.to_json().map_err(ApiError::fault)?;
    let why = match state.catalog().keep_check(&content, KEPT).await? {
        Keeping::Kept(key) => return Ok(Ok(links::kept(key.as_str()))),
        Keeping::Full => format!(
            "all {} places are taken; one is free again when the time of another result is over",
            KEPT.results
        ),
        Keeping::TooLarge => "it is too large".to_owned(),
    };
    Ok(Err(Notice {
        class: "warning",
        text: format!("The result is not kept: {why}. It is shown here once."),
    }))
}

impl Sent {
    fn read(mut fields: Fields) -> Result<Self, ApiError> {
        let text = fields.text("document").unwrap_or_default();
        let chosen = fields.text("contract");
        // A form sends every line end as two characters.
        let text = source::unified(&text);
        if text.trim().is_empty() {
            return Err(posted::malformed(
                "there is no text in the form; paste one and send it again",
            ));
        }
        if text.len() > TEXT_BYTES {
            return Err(posted::too_large());
        }
        Ok(Self {
            chosen: chosen.unwrap_or_else(|| contracts::NAMES[0].to_owned()),
            text,
            is_keeping: fields.flag("keep")?.unwrap_or(false),
        })
    }
}

impl CheckPage {
    async fn empty(state: &AppState, chosen: &str) -> Result<Self, ApiError> {
        Ok(Self {
            layout: Layout::new(state, Here::Check, links::check()),
            choices: choices(state, chosen).await?,
            notice: None,
            document: String::new(),
            is_keeping: false,
            days: KEPT.milliseconds / DAY_MS,
            checked: None,
        })
    }
}

/// Gives what the work of a skill is held against: rules in code, the contract as this server knows it, or that of
/// the catalog.
async fn measure(state: &AppState, skill: &str) -> Result<(Measure, Subject), ApiError> {
    if let Some(check) = state.work_checks().of_skill(skill) {
        return Ok((Measure::Code(check), check.subject));
    }
    let file = match contracts::of_pack(skill) {
        Some(file) => file,
        None => find(state, skill).await?,
    };
    Ok((WorkChecks::measure(skill, file)?, Subject::Document))
}

/// Finds the contract of a skill of the catalog.
async fn find(state: &AppState, skill: &str) -> Result<ContractFile, ApiError> {
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
    let file = state.catalog().file(skill, version, path).await?;
    let text = file.and_then(|file| String::from_utf8(file.bytes).ok());
    Ok(text.map(|text| Source::new(path, text)))
}

/// Lists what can be chosen: what is checked in code, the contracts of the Developer pack, the first hundred skills that
/// have one, by name, and the chosen one.
async fn choices(state: &AppState, chosen: &str) -> Result<Vec<Group>, ApiError> {
    let query = SkillQuery {
        has_contract: Some(true),
        ..SkillQuery::all(SkillSort::Name, PageRequest::FIRST)
    };
    let skills = state.catalog().skills(query).await?.items;
    let mut names: Vec<String> = contracts::NAMES.map(str::to_owned).to_vec();
    let in_code = state.work_checks().in_code();
    names.extend(in_code.iter().map(|check| check.skill.to_owned()));
    names.extend(skills.iter().map(|skill| skill.name.clone()));
    names.push(chosen.to_owned());
    let mut groups = [
        ("A document", Subject::Document),
        ("An API contract", Subject::ApiContract),
    ]
    .map(|(label, subject)| (subject, Group::new(label)));
    for (index, skill) in names.iter().enumerate() {
        if names[..index].contains(skill) {
            continue;
        }
        let check = state.work_checks().of_skill(skill);
        let subject = check.map_or(Subject::Document, |check| check.subject);
        let known = skills.iter().find(|known| known.name == *skill);
        let title = match known {
            Some(known) => text::visible(&known.title),
            None => title_of(state, skill).await?,
        };
        let group = groups.iter_mut().filter(|(kind, _)| *kind == subject);
        for (_, group) in group {
            group.choices.push(Choice {
                title: title.clone(),
                is_chosen: skill == chosen,
                skill: skill.clone(),
            });
        }
    }
    let groups = groups.into_iter().map(|(_, group)| group);
    Ok(groups.filter(|group| !group.choices.is_empty()).collect())
}

impl Group {
    fn new(label: &'static str) -> Self {
        Self {
            label,
            choices: Vec::new(),
        }
    }
}

/// Gives the title of a skill, or the text itself where it is the name of none.
async fn title_of(state: &AppState, name: &str) -> Result<String, ApiError> {
    let entry = match SkillName::parse(name) {
        Ok(name) => state.catalog().skill(&name).await?,
        Err(_) => None,
    };
    Ok(entry.map_or_else(
        || name.to_owned(),
        |entry| text::visible(&entry.record.title),
    ))
}
