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

/// Gives the contract.
pub fn contract() -> Arc<Contract> {
    Arc::clone(&READ)
}
