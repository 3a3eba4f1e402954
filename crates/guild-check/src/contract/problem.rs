//! What is wrong in a contract's own file, and in the files that it names.

use std::sync::Arc;

use super::date::Date;
use super::model::Contract;
use super::{structure_findings, template};
use crate::{Finding, Findings, Markdown, Place, Source};

/// A contract's file, read as far as it was understood.
#[derive(Debug)]
pub struct ContractFile {
    /// What it says.
    pub contract: Contract,
    /// The file.
    pub source: Source,
    /// The files that it names, in their order.
    pub named: Vec<NamedFile>,
    pub(super) problems: Vec<Problem>,
    /// What was found in the files that it names, once they are read.
    pub(super) files: Vec<OwnFile>,
}

/// A file beside the contract, held against it.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// What it is for.
    pub role: Role,
    /// Its path, from the folder of the contract.
    pub path: String,
    /// Where the contract names it.
    pub place: Place,
}

/// What a file beside the contract is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is to be copied and filled in: the structure is right, the words are to come.
    Template,
    /// It is a finished document.
    Example,
}

/// A file beside the contract and what is wrong in it.
#[derive(Debug)]
pub(super) struct OwnFile {
    pub(super) named: NamedFile,
    /// Nothing, if the file is not there.
    pub(super) findings: Option<Vec<Finding>>,
}

/// One thing that is wrong.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) defect: Defect,
    pub(super) place: Place,
    pub(super) message: String,
    pub(super) help: String,
}

/// The kinds of problem: each has its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    NotToml,
    UnknownVersion,
    MalformedName,
    UnknownKey,
    MissingKey,
    WrongValue,
    UnknownSlot,
    NameTwice,
    UnknownSection,
}

impl ContractFile {
    /// Reads the files that the contract names: `read` gives the one at a path from the contract's folder, if it is there.
    ///
    /// The template is held against the structure that the contract asks for, and its gaps are what no document may
    /// keep; an example is held against all of it.
    pub fn with_files(mut self, read: impl Fn(&str) -> Option<Source>) -> Self {
        let sources: Vec<Option<Source>> = self
            .named
            .iter()
            .map(|named| Some(template::document(&read(&named.path)?)))
            .collect();
        for (named, source) in self.named.iter().zip(&sources) {
            if let (Role::Template, Some(source)) = (named.role, source) {
                self.contract.gaps = template::gaps_of(source);
            }
        }
        let contract = Arc::new(self.contract.clone());
        let files = self.named.iter().zip(sources).map(|(named, source)| {
            let findings = source.map(|source| {
                let document = Arc::new(Markdown::parse(&source));
                match named.role {
                    Role::Template => structure_findings(&contract, &document),
                    // The day of an example is no matter: it was finished some day.
                    Role::Example => contract.check(&document, Date::LAST),
                }
            });
            OwnFile {
                named: named.clone(),
                findings,
            }
        });
        self.files = files.collect();
        self
    }

    /// Files the problems of one kind.
    pub(super) fn report(&self, defect: Defect, findings: &mut Findings) {
        let problems = self.problems.iter();
        for problem in problems.filter(|problem| problem.defect == defect) {
            findings
                .error(problem.place.clone(), problem.message.as_str())
                .help(problem.help.as_str());
        }
    }

    /// Files what is wrong in the files of one role.
    pub(super) fn report_files(&self, role: Role, findings: &mut Findings) {
        for file in self.files.iter().filter(|file| file.named.role == role) {
            let errors = file.findings.iter().flatten();
            for found in errors.filter(|found| !found.is_guess) {
                let message = format!("{} (`{}`)", found.message, found.rule);
                findings.error(found.place.clone(), message).help(
                    found
                        .help
                        .as_deref()
                        .unwrap_or("correct the file, or the contract"),
                );
            }
        }
    }
}
