//! Which check a document belongs to, and what the check says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use guild_check::contract::{Contract, Date, Presence};
use guild_check::markdown::heading_key;
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Finding, Markdown, Report, Settings, Source, Span};
use guild_check_api::contract::Language;
use guild_check_api::{ContractOperations, Conventions, Loading, Survey, rules};
use guild_check_browser::plan::Instead;
use guild_check_browser::{Plan, verdict};
use guild_check_docs::{Against, DocsOptions, OperationFacts};
use guild_skill::contracts;
use guild_skill::skill::{File, KnownSkills, Level, Parts, Skill};

use crate::Context;
use crate::commands::check::work;
use crate::failure::Failure;

/// What a document is held against.
#[derive(Debug)]
pub(super) enum Kind {
    /// The rules on skills, as a file of the skill in this folder.
    Skill(PathBuf),
    /// The rules on API documents, and the API contract that they are compared with.
    Docs(Option<Arc<ContractOperations>>),
    /// The contract of a skill.
    Work(Arc<Contract>),
    /// The rules on API contracts.
    Api,
    /// The rules on browser test plans.
    Plan,
}

/// A document and what is known around it.
pub(super) struct Held<'a> {
    /// Where it lies, if it was ever saved.
    pub(super) path: Option<&'a Path>,
    /// The document.
    pub(super) source: &'a Source,
    /// Every file that is open: each counts in place of the one on disk.
    pub(super) open: Vec<Open<'a>>,
    /// The decisions of `guild.toml`.
    pub(super) settings: &'a Settings,
    /// What API contracts call things by agreement.
    pub(super) conventions: &'a Conventions,
    /// The day that counts as today.
    pub(super) today: Date,
}

/// An open file.
pub(super) struct Open<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

/// Tells what a document is: a file in a skill's folder, an API contract that says so itself, or a document whose title
/// or sections are those of a contract.
pub(super) fn kind(path: Option<&Path>, source: &Source) -> Option<Kind> {
    let folders = path.into_iter().flat_map(|path| path.ancestors().skip(1));
    if let Some(folder) = folders
        .into_iter()
        .find(|folder| folder.join("SKILL.md").is_file())
    {
        return Some(Kind::Skill(folder.to_owned()));
    }
    if path.is_some_and(|path| path.file_name().is_some_and(|name| name == "SKILL.md")) {
        return path?.parent().map(|folder| Kind::Skill(folder.to_owned()));
    }
    if guild_check_api::is_contract(source.path(), source.text()) {
        return Some(Kind::Api);
    }
    if is_data(source.path()) {
        return None;
    }
    if guild_check_browser::is_plan(source.text()) {
        return Some(Kind::Plan);
    }
    let markdown = Markdown::parse(source);
    let docs = guild_check_docs::contract();
    if has_title(&markdown, &docs) || has_sections(&markdown, &docs) {
        return Some(Kind::Docs(None));
    }
    let mut files = contracts::NAMES.into_iter().filter_map(contracts::of_pack);
    files
        .find(|file| has_sections(&markdown, &file.contract))
        .map(|file| Kind::Work(Arc::new(file.contract)))
}

/// Gives what a document of a skill is held against.
///
/// # Errors
///
/// When the skill has no contract, or one that cannot be understood.
pub(super) fn kind_of_skill(skill: &str, context: &Context) -> Result<Kind, String> {
    let whole = |failure: Failure| {
        let causes: Vec<String> = failure
            .causes
            .iter()
            .map(|cause| format!(": {cause}"))
            .collect();
        format!("{}{}", failure.message, causes.concat())
    };
    if skill == contracts::NAMES[0] {
        return Ok(Kind::Docs(None));
    }
    if skill == API_SKILL {
        return Ok(Kind::Api);
    }
    if skill == PLAN_SKILL {
        return Ok(Kind::Plan);
    }
    let file = work::contract_of(skill, context).map_err(whole)?;
    Ok(Kind::Work(Arc::new(file.contract)))
}

/// The skill whose work API contracts are.
const API_SKILL: &str = "api-and-interface-design";
/// The skill whose work browser test plans are.
const PLAN_SKILL: &str = "browser-testing-with-devtools";

/// Says whether a file holds data or code by its ending: it is no document, whatever its comments look like.
pub(super) fn is_data(path: &str) -> bool {
    let endings = [".json", ".yaml", ".yml", ".ts", ".mts", ".cts", ".tsx"];
    endings.iter().any(|ending| path.ends_with(ending))
}

/// Checks a document; findings in other files are not its own.
pub(super) fn judge(kind: &Kind, held: &Held<'_>) -> Vec<Finding> {
    let Held { source, today, .. } = *held;
    let is_compared = matches!(kind, Kind::Docs(Some(_)));
    let mut elsewhere = Against::Coverage.rules();
    elsewhere.extend(Against::Examples.rules());
    if !is_compared {
        elsewhere.extend(Against::Contract.rules());
    }
    if matches!(kind, Kind::Api) {
        elsewhere.extend(rules::beside_one());
    }
    if matches!(kind, Kind::Plan) {
        elsewhere.extend(verdict::pages().map(|page| page.name));
    }
    let options = ReportOptions {
        settings: held.settings,
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &elsewhere,
    };
    let sources = std::slice::from_ref(source);
    let (check, found) = match kind {
        Kind::Docs(contract) => {
            let facts = contract
                .as_deref()
                .map(|contract| OperationFacts::new(contract));
            let options = DocsOptions {
                today,
                contracts: facts.as_ref().map(|facts| facts as _),
            };
            ("docs", guild_check_docs::check(source, &options))
        }
        Kind::Work(contract) => {
            let markdown = Arc::new(Markdown::parse(source));
            (contract.name.as_str(), contract.check(&markdown, today))
        }
        Kind::Skill(folder) => ("skill", of_skill(folder, held)),
        Kind::Api => ("api", of_contract(held)),
        Kind::Plan => ("browser", of_plan(held)),
    };
    let mut findings = Report::new(check, sources, found, &options).findings;
    findings.retain(|finding| finding.place.source.path() == source.path());
    findings
}

/// Judges a plan; the files that it names lie beside it, or are open.
fn of_plan(held: &Held<'_>) -> Vec<Finding> {
    let folder = held.path.and_then(Path::parent);
    guild_check_browser::check(held.source, &|file| {
        folder.is_none_or(|folder| {
            let path = folder.join(file);
            path.is_file() || held.open.iter().any(|open| open.path == path)
        })
    })
}

/// Gives what to write in the place of lines of a plan that are in no form, each with the place of its finding.
pub(super) fn meant(kind: &Kind, source: &Source) -> Vec<(Span, Instead)> {
    match kind {
        Kind::Plan => {
            let problems = Plan::read(source).problems.into_iter();
            let meant = problems.filter_map(|problem| Some((problem.span, problem.instead?)));
            meant.collect()
        }
        Kind::Skill(_) | Kind::Docs(_) | Kind::Work(_) | Kind::Api => Vec::new(),
    }
}

/// Judges an API contract with the files that it names, those that are open as they are in the editor, and gives what
/// is about itself. What stands on other machines is not fetched.
fn of_contract(held: &Held<'_>) -> Vec<Finding> {
    let folder = held.path.and_then(Path::parent);
    let name = held.path.and_then(Path::file_name).map(Path::new);
    let name = name.map_or_else(|| held.source.path().to_owned(), slashed);
    let source = Source::new(name, held.source.text());
    let open = held.open.iter();
    let open = open.map(|open| {
        let shown = slashed(open.path);
        (open.path.to_owned(), Source::new(shown, open.text))
    });
    let open = open.collect();
    let loading = Loading {
        folder,
        held: Some(guild_check_api::Held::Over(&open)),
        ..Loading::alone()
    };
    let contract = guild_check_api::parse(&source, &loading);
    // TypeScript that only looks like a contract has no route.
    if contract.language == Language::TypeScript && contract.endpoints.is_empty() {
        return Vec::new();
    }
    let survey = Survey::of(Arc::new(contract), held.conventions.clone());
    // Each place has its own mark in an editor.
    let found = rules::judge_design(&survey);
    let mut findings: Vec<Finding> = found.iter().flat_map(Finding::apart).collect();
    findings.retain(|finding| finding.place.source.path() == source.path());
    for finding in &mut findings {
        finding.place = held.source.at(finding.place.span);
    }
    findings
}

/// Judges a skill's folder with what is open in the editor, and gives what is about one file.
fn of_skill(folder: &Path, held: &Held<'_>) -> Vec<Finding> {
    let Held { source, .. } = held;
    let own = held.path.and_then(|path| path.strip_prefix(folder).ok());
    let Some(own) = own.map(slashed) else {
        return Vec::new();
    };
    // Reports show the folder as what stands before the file's own path.
    let shown = source.path().strip_suffix(&own).unwrap_or("");
    let shown = shown.trim_end_matches('/');
    let known = KnownSkills::default().and_beside(folder);
    let Ok(mut skill) = Skill::read(folder, shown, Level::Listed, known) else {
        return Vec::new();
    };
    for open in &held.open {
        let Ok(path) = open.path.strip_prefix(folder) else {
            continue;
        };
        let path = slashed(path);
        let name = if shown.is_empty() {
            path.clone()
        } else {
            format!("{shown}/{path}")
        };
        let mut file = File::new(path.clone(), name, open.text.as_bytes().to_vec());
        if let Some(old) = skill.files.iter().position(|file| file.path == path) {
            file.is_executable = skill.files.swap_remove(old).is_executable;
        }
        skill.files.push(file);
    }
    guild_skill::check::judge(&Skill::of_files(Parts {
        folder_name: skill.folder_name,
        path: skill.path,
        level: skill.level,
        files: skill.files,
        known_skills: skill.known_skills,
    }))
}

/// Writes a path with `/` between its parts.
pub(super) fn slashed(path: &Path) -> String {
    let text = path.display().to_string();
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text
    }
}

fn has_title(markdown: &Markdown, contract: &Contract) -> bool {
    let title = markdown.headings().find(|heading| heading.level == 1);
    title.is_some_and(|title| {
        contract
            .title
            .iter()
            .any(|form| form.fit(&title.text).is_some())
    })
}

/// Says whether half of what a contract requires is there: an unfinished document is one too.
fn has_sections(markdown: &Markdown, contract: &Contract) -> bool {
    let headings: BTreeSet<&str> = markdown
        .headings()
        .map(|heading| heading.key.as_str())
        .collect();
    let required = contract
        .sections
        .iter()
        .filter(|section| section.presence == Presence::Required);
    let required: Vec<String> = required.map(|section| heading_key(&section.name)).collect();
    let found = required
        .iter()
        .filter(|name| headings.contains(name.as_str()));
    !required.is_empty() && found.count() * 2 >= required.len()
}
