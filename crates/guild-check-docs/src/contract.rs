//! The contract of the skill `api-documentation-writer`, which every document is held against.

use std::sync::{Arc, LazyLock};

use guild_check::Source;
use guild_check::contract::{Contract, ContractFile};

const CONTRACT: &str = include_str!("../../../skills/api-documentation-writer/contract.toml");
const TEMPLATE: &str =
    include_str!("../../../skills/api-documentation-writer/references/template.md");

static READ: LazyLock<Arc<Contract>> = LazyLock::new(|| {
    let file = ContractFile::read(&Source::new("contract.toml", CONTRACT));
    // The examples are held against the contract where the skill is checked; here only the template's gaps matter.
    let file = file.with_files(|name| {
        name.ends_with("template.md")
            .then(|| Source::new(name, TEMPLATE))
    });
    Arc::new(file.contract)
});

/// Tells whether a text has a gap of the template, which is another rule's finding.
pub(crate) fn has_gap(text: &str) -> bool {
    text.contains('<') && READ.gaps.iter().any(|gap| text.contains(gap.as_str()))
}

/// Gives the contract.
pub fn contract() -> Arc<Contract> {
    Arc::clone(&READ)
}

#[cfg(test)]
mod tests {
    use super::has_gap;

    #[test]
    fn a_gap_is_one_of_the_template_and_no_other() {
        assert!(has_gap("<code of the error>"));
        assert!(has_gap("see <real value, from a real answer>"));
        assert!(!has_gap("<code>") && !has_gap("TASK_NOT_FOUND") && !has_gap(""));
    }
}
