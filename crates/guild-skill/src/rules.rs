//! The rules of a skill, in four lists by what they ask for.

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

use guild_check::rule::{Rule, RulePage};

use crate::skill::{Level, Skill};

#[cfg(test)]
pub(crate) use proof::prove;

/// All rules in the order of the documentation.
pub const LISTS: [&[Rule<Skill>]; 4] =
    [spec::RULES, extension::RULES, listed::RULES, safety::RULES];

/// Gives the lists that a level asks for.
pub fn of_level(level: Level) -> &'static [&'static [Rule<Skill>]] {
    match level {
        Level::Spec => &LISTS[..2],
        Level::Listed => &LISTS,
    }
}

/// Gives the pages of all rules, those on contracts and on work under them included.
pub fn pages() -> impl Iterator<Item = RulePage> {
    let on_skills = LISTS.iter().copied().flatten().map(Rule::page);
    on_skills.chain(guild_check::contract::pages())
}
