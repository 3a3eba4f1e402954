//! What a document must be like, stated as data, and the rules that hold any document against it.
//!
//! A skill says in `contract.toml` what the work that it guides looks like: the title, the sections in their order, what
//! each holds. [`Contract::parse`] reads it, strictly; [`Contract::check`] judges a document. A finding is named after
//! the contract: a section out of place breaks `docs/section-order` under the contract `docs`, and
//! `adr/section-order` under `adr`. What data cannot say is a rule in code, elsewhere.

pub mod date;
pub mod form;
pub mod phrase;
pub mod sentence;

mod filling;
mod mend;
mod model;
mod ordinary;
mod outline;
mod problem;
mod read;
pub mod rules;
pub mod template;
pub mod work;

#[cfg(test)]
mod proof;

use std::fs;
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

pub use date::Date;
pub use filling::Filling;
pub use model::{
    Amount, BlockKind, Certainty, CodeSpec, ColumnSpec, Contract, Each, Fences, FieldSpec,
    Forbidden, Holds, Mention, Others, Presence, ReasonedNone, SectionSpec, TableSpec, Within,
};
pub use problem::{ContractFile, NamedFile, Role};
pub use work::Work;

use crate::rule::{self, Rule, RuleName, RulePage};
use crate::{Finding, Findings, Markdown, Source};
use form::Form;

/// The name of the file in a skill's folder.
pub const FILE: &str = "contract.toml";

/// The JSON Schema of `contract.toml`, version 1, for editors.
pub const SCHEMA: &str = include_str!("../../../../docs/contract.schema.json");

impl Contract {
    /// Reads a contract as far as it can be understood, and says what is wrong in it.
    pub fn parse(source: &Source) -> (Self, Vec<Finding>) {
        let file = ContractFile::read(source);
        let findings = file.findings();
        (file.contract, findings)
    }

    /// Holds a document against the contract.
    pub fn check(self: &Arc<Self>, document: &Arc<Markdown>, today: Date) -> Vec<Finding> {
        let work = Work::new(self, document, today);
        let mut findings = Findings::new();
        work.judge(&mut findings);
        let mut findings = findings.into_sorted();
        if !findings.is_empty() && work.unclosed_fence().is_some() {
            // What is taken for code may be anything: there is no order to put it in.
            findings.iter_mut().for_each(|finding| finding.fix = None);
        }
        findings
    }

    /// Gives the whole names of the rules under this contract, for settings.
    pub fn rule_names(&self) -> Vec<String> {
        let rules = work_rules();
        rules
            .filter_map(|rule| RuleName::of(&self.name, defect(rule)))
            .map(|name| name.to_string())
            .collect()
    }
}

impl ContractFile {
    /// Reads a contract's file, but not the files that it names.
    pub fn read(source: &Source) -> Self {
        read::read(source)
    }

    /// Reads the contract in a skill's folder with the files that it names; `shown` is the folder as reports show it.
    ///
    /// # Errors
    ///
    /// If the contract is not there or cannot be read as text.
    pub fn open(folder: &Path, shown: &str) -> io::Result<Self> {
        let path_of = |name: &str| match shown {
            "" | "." => name.to_owned(),
            _ => format!("{}/{name}", shown.trim_end_matches('/')),
        };
        let text = fs::read_to_string(folder.join(FILE))?;
        let file = Self::read(&Source::new(path_of(FILE), text));
        Ok(file.with_files(|name| {
            // A contract names files of its own folder and no others.
            let mut parts = Path::new(name).components();
            let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
            let path = folder.join(name);
            let text = is_inside.then(|| fs::read_to_string(path).ok())??;
            Some(Source::new(path_of(name), text))
        }))
    }

    /// Says what is wrong in the file, and in the files that it names if they are read.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        rule::run(rules::file::RULES, self, &mut findings);
        findings.into_sorted()
    }
}

impl Work {
    /// Holds the document against every rule, each finding named after the contract.
    pub fn judge(&self, findings: &mut Findings) {
        for rule in work_rules() {
            self.judge_by(rule, findings);
        }
    }

    fn judge_by(&self, rule: &Rule<Self>, findings: &mut Findings) {
        // The reader of contracts lets no name through that is too long for this.
        let name = RuleName::of(&self.contract.name, defect(rule)).unwrap_or_default();
        (rule.check)(self, findings.under(name));
    }
}

/// Gives the pages of the rules on documents (as `work/…`) and of those on contracts (as `contract/…`).
pub fn pages() -> Vec<RulePage> {
    let on_contracts = rules::file::RULES.iter().map(Rule::page);
    work_rules().map(Rule::page).chain(on_contracts).collect()
}

fn work_rules() -> impl Iterator<Item = &'static Rule<Work>> {
    rules::structure::RULES.iter().chain(rules::content::RULES)
}

fn structure_findings(contract: &Arc<Contract>, template: &Arc<Markdown>) -> Vec<Finding> {
    let work = Work::new(contract, template, Date::LAST);
    let mut findings = Findings::new();
    for rule in rules::structure::RULES {
        work.judge_by(rule, &mut findings);
    }
    findings.into_sorted()
}

/// Gives the second half of a rule's name.
fn defect(rule: &Rule<Work>) -> &'static str {
    let defect = rule.name.split_once('/');
    defect.map_or(rule.name, |(_, defect)| defect)
}

/// A sentence with more forms is not read to its end.
const MOST_FORMS: usize = 8;

/// Lists forms in a sentence; one that only adds words to another is that other to a reader.
fn one_of(forms: &[Form]) -> String {
    let is_longer = |form: &&Form| {
        let start = form.as_str().strip_suffix(" <words>");
        start.is_some_and(|start| forms.iter().any(|other| other.as_str() == start))
    };
    let told = forms.iter().filter(|form| !is_longer(form));
    let mut quoted: Vec<String> = told.map(Form::told).collect();
    if quoted.len() > MOST_FORMS + 1 {
        quoted.truncate(MOST_FORMS);
        quoted.push("another of the words that the contract lists".to_owned());
    }
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Adds to a help what the part is good for.
fn with_reason(help: &str, why: &str) -> String {
    if why.is_empty() {
        help.to_owned()
    } else {
        format!("{help}: {why}")
    }
}

/// Gives a line without the marks of emphasis and code.
fn plain_line(line: &str) -> String {
    let line = line.trim().trim_matches('_');
    line.chars()
        .filter(|character| !matches!(character, '*' | '`'))
        .collect()
}
