//! Reads `contract.toml`: strictly, and as far as it can be understood.

mod holds;
mod table;

#[cfg(test)]
mod schema_test;

use std::collections::HashSet;

use toml::de::DeTable;

use super::form::Form;
use super::model::{Certainty, Contract, Fences, Forbidden, Others, Within};
use super::phrase::Phrases;
use super::problem::{ContractFile, Defect, NamedFile, Problem, Role};
use crate::markdown::heading_key;
use crate::{Source, Span};
use table::{Table, Value};

/// The version of the language that this reader knows.
const VERSION: i64 = 1;

/// The longest name: with a defect's name it makes a rule's.
const LONGEST_NAME: usize = 32;

/// The keys of the file itself.
const KEYS: &[&str] = &[
    "version",
    "name",
    "subject",
    "template",
    "examples",
    "title",
    "head",
    "section",
    "other_sections",
    "forbidden",
    "empty_words",
    "fences_need_language",
    "last_line",
];

/// The keys of a `[[forbidden]]`.
const FORBIDDEN_KEYS: &[&str] = &[
    "words", "ordinary", "sections", "within", "why", "instead", "is_guess",
];

/// Reads a contract's file.
pub(super) fn read(source: &Source) -> ContractFile {
    let mut reader = Reader {
        source,
        named: Vec::new(),
        problems: Vec::new(),
    };
    let contract = match DeTable::parse(source.text()) {
        Ok(file) => {
            let whole = Span::new(0..source.text().find('\n').unwrap_or(source.text().len()));
            reader.contract(&Table::new(file.get_ref(), whole))
        }
        Err(error) => {
            let span = error.span().map_or(Span::default(), Span::new);
            let help = "correct the TOML; the rest of the file was not read";
            reader.problem(Defect::NotToml, span, error.message(), help);
            Contract::default()
        }
    };
    ContractFile {
        contract,
        source: source.clone(),
        named: reader.named,
        problems: reader.problems,
        files: Vec::new(),
    }
}

/// Collects what is wrong while it reads.
struct Reader<'a> {
    source: &'a Source,
    /// The files that the contract names.
    named: Vec<NamedFile>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn contract(&mut self, file: &Table<'_, '_>) -> Contract {
        self.known(file, KEYS);
        self.version(file);
        let contract = Contract {
            name: self.name(file),
            subject: self.text(file, "subject").unwrap_or_default(),
            title: self.forms(file, "title"),
            head: self.table(file, "head").map(|head| self.head(&head)),
            sections: self.sections(file, "section"),
            other_sections: self.others(file, "other_sections", Others::Refused),
            forbidden: self.all_forbidden(file),
            empty_words: self.keys(file, "empty_words"),
            fences: if self.flag(file, "fences_need_language") {
                Fences::NeedLanguage
            } else {
                Fences::Free
            },
            last_line: self.form(file, "last_line"),
            template: self.text(file, "template"),
            examples: self.texts(file, "examples"),
            gaps: HashSet::new(),
        };
        self.known_sections(file, &contract);
        self.named_files(file);
        contract
    }

    fn version(&mut self, file: &Table<'_, '_>) {
        let Some(value) = self.required(file, "version") else {
            return;
        };
        if Table::integer(value) != Some(VERSION) {
            let message = "this is no version that is known here";
            self.problem(
                Defect::UnknownVersion,
                at(value),
                message,
                "write `version = 1`",
            );
        }
    }

    fn name(&mut self, file: &Table<'_, '_>) -> String {
        let Some(value) = self.required(file, "name") else {
            return "work".to_owned();
        };
        let Some(name) = self.text_of(value, "name") else {
            return "work".to_owned();
        };
        if !is_name(&name) {
            let message = format!("`{name}` cannot be the first half of a rule's name");
            let help = "write up to 32 lower-case letters, digits and hyphens, starting with a letter, such as `docs`";
            self.problem(Defect::MalformedName, at(value), message, help);
            return "work".to_owned();
        }
        name
    }

    /// Reads texts that are compared as headings are.
    fn keys(&mut self, file: &Table<'_, '_>, key: &str) -> Vec<String> {
        let texts = self.texts(file, key);
        texts.iter().map(|text| heading_key(text)).collect()
    }

    fn all_forbidden(&mut self, file: &Table<'_, '_>) -> Vec<Forbidden> {
        let tables = self.tables(file, "forbidden");
        tables.iter().map(|table| self.forbidden(table)).collect()
    }

    fn forbidden(&mut self, table: &Table<'_, '_>) -> Forbidden {
        self.known(table, FORBIDDEN_KEYS);
        self.required(table, "words");
        self.required(table, "why");
        let within = [
            ("everything", Within::Everything),
            ("code", Within::Code),
            ("prose", Within::Prose),
        ];
        let words = self.texts(table, "words");
        Forbidden {
            ordinary: self.ordinary(table, &words),
            words: Phrases::new(&words),
            sections: self.texts(table, "sections"),
            within: self.choice(table, "within", &within).unwrap_or_default(),
            why: self.text(table, "why").unwrap_or_default(),
            instead: self.text(table, "instead").unwrap_or_default(),
            certainty: if self.flag(table, "is_guess") {
                Certainty::Guess
            } else {
                Certainty::Sure
            },
        }
    }

    /// Reads which of the words also mean something.
    fn ordinary(&mut self, table: &Table<'_, '_>, words: &[String]) -> Vec<String> {
        let mut ordinary = Vec::new();
        for value in self.list(table, "ordinary") {
            let Some(word) = self.text_of(value, "ordinary") else {
                continue;
            };
            if !words.contains(&word) {
                self.wrong(value, "ordinary", "some of the words in `words`");
            }
            ordinary.push(word);
        }
        ordinary
    }

    /// Notes where the contract names files beside it.
    fn named_files(&mut self, file: &Table<'_, '_>) {
        let template = file.get("template").map(|value| (Role::Template, value));
        let examples = file.list("examples").map(|value| (Role::Example, value));
        for (role, value) in template.into_iter().chain(examples) {
            if let Some(path) = value.get_ref().as_str() {
                self.named.push(NamedFile {
                    role,
                    path: path.trim().to_owned(),
                    place: self.source.at(at(value)),
                });
            }
        }
    }

    /// What is forbidden in a section is forbidden in one that exists.
    fn known_sections(&mut self, file: &Table<'_, '_>, contract: &Contract) {
        let names: Vec<&str> = contract
            .sections
            .iter()
            .map(|section| section.name.as_str())
            .collect();
        let keys: HashSet<String> = names.iter().map(|name| heading_key(name)).collect();
        for table in Table::all(file, "forbidden") {
            for value in table.list("sections") {
                let Some(name) = value.get_ref().as_str() else {
                    continue;
                };
                if !keys.contains(&heading_key(name)) {
                    let message = format!("there is no section `{name}`");
                    let help = format!(
                        "name one of the contract's sections{}",
                        table::meant(name, &names)
                    );
                    self.problem(Defect::UnknownSection, at(value), message, help);
                }
            }
        }
    }

    fn form(&mut self, table: &Table<'_, '_>, key: &str) -> Option<Form> {
        let value = table.get(key)?;
        self.form_of(value, key)
    }

    fn forms(&mut self, table: &Table<'_, '_>, key: &str) -> Vec<Form> {
        let values = self.list(table, key);
        values
            .into_iter()
            .filter_map(|value| self.form_of(value, key))
            .collect()
    }

    fn form_of(&mut self, value: &Value<'_>, key: &str) -> Option<Form> {
        let text = self.text_of(value, key)?;
        match Form::parse(&text) {
            Ok(form) => Some(form),
            Err(error) => {
                let slot = match &error {
                    super::form::FormError::UnknownSlot { slot } => slot.as_str(),
                    super::form::FormError::Empty | super::form::FormError::Open => "",
                };
                let slots = Form::slots();
                let help = format!(
                    "the slots are <{}>, <number 100..599>, <digits 4>; write `<<` for a plain bracket{}",
                    slots.join(">, <"),
                    table::meant(slot, slots),
                );
                self.problem(Defect::UnknownSlot, at(value), error.to_string(), help);
                None
            }
        }
    }

    fn problem(
        &mut self,
        defect: Defect,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems.push(Problem {
            defect,
            place: self.source.at(span),
            message: message.into(),
            help: help.into(),
        });
    }
}

fn at(value: &Value<'_>) -> Span {
    Span::new(value.span())
}

fn is_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && !name.ends_with('-')
        && name.bytes().all(is_letter)
}
