//! The rules of a skill, in four lists by what they ask for, and those of the archive that it comes in.

mod archive;
mod extension;
mod fields;
mod keys;
mod limit;
mod listed;
#[cfg(test)]
mod proof;
mod safety;
mod sections;
mod spec;

use guild_check::rule::{self, Rule, RulePage};
use guild_check::{Finding, Findings};

use crate::archive::Opened;
use crate::skill::{Level, Skill};

#[cfg(test)]
pub(crate) use proof::{prove, prove_archive};

/// All rules in the order of the documentation.
pub const LISTS: [&[Rule<Skill>]; 4] =
    [spec::RULES, extension::RULES, listed::RULES, safety::RULES];

/// The rules that ask whether a skill is safe.
pub const SAFETY: &[Rule<Skill>] = safety::RULES;

/// Gives the lists that a level asks for.
pub fn of_level(level: Level) -> &'static [&'static [Rule<Skill>]] {
    match level {
        Level::Spec => &LISTS[..2],
        Level::Listed => &LISTS,
    }
}

/// Judges an archive, whatever the level: without one there is no skill.
pub(crate) fn judge_archive(opened: &Opened) -> Vec<Finding> {
    let mut findings = Findings::new();
    rule::run(archive::RULES, opened, &mut findings);
    findings.into_sorted()
}

/// Lists the rules on skills that a level does not ask for.
pub fn not_held(level: Level) -> Vec<&'static str> {
    let held = of_level(level).len();
    let others = LISTS[held..].iter().copied().flatten();
    others.map(|rule| rule.name).collect()
}

/// Gives the pages of all rules, those on archives, on contracts and on work under them included.
pub fn pages() -> impl Iterator<Item = RulePage> {
    let on_skills = LISTS.iter().copied().flatten().map(Rule::page);
    let on_archives = archive::RULES.iter().map(Rule::page);
    on_skills
        .chain(on_archives)
        .chain(guild_check::contract::pages())
}
