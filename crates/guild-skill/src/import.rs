//! Taking in skills that somebody else wrote: what of them can be listed, and what their page will not say.
//!
//! A skill without PAGE.md was written for assistants and not for a catalog, so it is not held against the catalog's own
//! contract: the specification and the safety rules decide. One with PAGE.md is held against everything.

use std::collections::BTreeSet;
use std::sync::Arc;

use guild_check::{Finding, Findings, Severity};

use crate::archive::Opened;
use crate::check;
use crate::files::FileSet;
use crate::name::SkillName;
use crate::page::{self, PageRecord};
use crate::rules;
use crate::skill::{File, KnownSkills, Level, Parts, Skill};

/// What a catalog asks of any skill: without these it has no name to hand it out under, or no file to make a page of.
const HANDED_OUT: [&str; 2] = ["skill/name-not-ascii", "skill/skill-md-lower-case"];

/// A skill that was looked at.
#[derive(Debug)]
pub struct Judged {
    /// The name that it gives itself, where that is one.
    pub name: Option<SkillName>,
    /// What its page would say; absent when nothing can be made of it.
    pub record: Option<PageRecord>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// A part of the page record that can be derived from SKILL.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called on the page.
    pub name: &'static str,
    /// Whether SKILL.md states it.
    pub is_stated: bool,
}

impl Judged {
    /// Judges the files of a skill; `shown` is the folder as reports show it, `known_skills` are the names that it may
    /// refer to.
    ///
    /// The folder's own name does not matter: a catalog hands a skill out under the name that it gives itself.
    pub fn of(shown: &str, files: &FileSet, known_skills: Arc<BTreeSet<String>>) -> Self {
        let record = page::record(files).ok();
        let text = files.get("SKILL.md");
        let text = text.and_then(|file| std::str::from_utf8(&file.bytes).ok());
        let said = text.and_then(crate::named);
        let own = shown.rsplit('/').next().unwrap_or(shown);
        let skill = Skill::of_files(Parts {
            folder_name: said.clone().unwrap_or_else(|| own.to_owned()),
            path: shown.to_owned(),
            level: Level::Listed,
            files: files.iter().map(|file| named_file(shown, file)).collect(),
            known_skills: known_skills.into(),
        });
        Self {
            name: said.and_then(|said| SkillName::parse(&said).ok()),
            findings: findings(&skill),
            record,
        }
    }

    /// Gives what keeps it out of a catalog.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| finding.severity == Severity::Error)
    }

    /// Says what of the page record SKILL.md states; nothing for a skill whose author wrote a page.
    pub fn parts(&self) -> Vec<Part> {
        let derived = self.record.as_ref().filter(|record| record.is_derived);
        let Some(record) = derived else {
            return Vec::new();
        };
        let part = |name, is_stated| Part { name, is_stated };
        vec![
            part("summary", !record.summary.is_empty()),
            part("what it does", record.what_it_does.is_some()),
            part("when to use", !record.when_to_use.is_empty()),
            part("when not to use", !record.when_not_to_use.is_empty()),
            part("example prompts", !record.example_prompts.is_empty()),
        ]
    }
}

/// Judges an archive as [`Judged::of`] does a folder, with the other skills unknown; a catalog does that with what it is
/// sent.
pub fn judge_archive(opened: &Opened) -> Vec<Finding> {
    match &opened.archive {
        Ok(archive) => {
            let known_skills = KnownSkills::default();
            let skill = Skill::of_archive(archive, &opened.path, Level::Listed, known_skills);
            findings(&skill)
        }
        Err(_) => rules::judge_archive(opened),
    }
}

fn named_file(shown: &str, file: &crate::SkillFile) -> File {
    let path = file.path.to_string();
    let mut taken = File::new(path.clone(), format!("{shown}/{path}"), file.bytes.clone());
    taken.is_executable = file.is_executable;
    taken
}

fn findings(skill: &Skill) -> Vec<Finding> {
    if skill.page_md.is_some() {
        return check::judge(skill);
    }
    let mut findings = Findings::new();
    for list in rules::of_level(Level::Spec) {
        guild_check::rule::run(list, skill, &mut findings);
    }
    guild_check::rule::run(rules::SAFETY, skill, &mut findings);
    let listed = rules::LISTS.iter().copied().flatten();
    for rule in listed.filter(|rule| HANDED_OUT.contains(&rule.name)) {
        guild_check::rule::run(std::slice::from_ref(rule), skill, &mut findings);
    }
    findings.into_sorted()
}
