//! Which rules a run holds, and which it leaves to another.

use guild_check::rule::RulePage;

use crate::{agreement, coverage, rules};

/// What documents are held against beside the contract of the skill, which is data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The rules in code.
    Code,
    /// An API contract.
    Contract,
    /// The operations of an API contract as a whole.
    Coverage,
    /// What their examples do.
    Examples,
}

/// Rules that find nothing where no API contract is given.
const OF_CONTRACT: [&str; 2] = [
    "docs/unstable-part-unmarked",
    "docs/date-older-than-contract",
];

impl Against {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Code, Self::Contract, Self::Coverage, Self::Examples];

    /// Gives the rules on what lies beside a document's own text.
    pub fn beside_text() -> Vec<&'static str> {
        let beside = Self::ALL
            .into_iter()
            .filter(|against| *against != Self::Code);
        beside.flat_map(Self::rules).collect()
    }

    /// Gives the names of the rules.
    pub fn rules(self) -> Vec<&'static str> {
        let name = |page: RulePage| page.name;
        let needs_contract = |name: &&str| OF_CONTRACT.contains(name);
        match self {
            Self::Code => rules::pages_in_code()
                .map(name)
                .filter(|name| !needs_contract(name))
                .collect(),
            Self::Contract => agreement::pages().map(name).chain(OF_CONTRACT).collect(),
            Self::Coverage => coverage::pages().map(name).collect(),
            Self::Examples => rules::example_pages().map(name).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_held_against_one_thing() {
        let mut held: Vec<&str> = Against::ALL.into_iter().flat_map(Against::rules).collect();
        held.sort_unstable();
        let pages = rules::pages()
            .chain(agreement::pages())
            .chain(coverage::pages());
        let mut all: Vec<&str> = pages.map(|page| page.name).collect();
        all.sort_unstable();
        assert_eq!(held, all);
    }
}
