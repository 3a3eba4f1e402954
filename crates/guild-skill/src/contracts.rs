//! The document contracts that are compiled in: those of the Developer pack, which hold with nothing installed and no
//! catalog at hand, and the one of PAGE.md.

use std::sync::{Arc, LazyLock};

use guild_check::Source;
use guild_check::contract::{Contract, ContractFile, Role};

/// The skills of the Developer pack that carry a contract.
pub const NAMES: [&str; 2] = ["api-documentation-writer", "adr-writer"];

/// A file of the pack: its path from the folder of skills, and its text.
type Text = (&'static str, &'static str);

const TEXTS: &[Text] = &[
    (
        "api-documentation-writer/contract.toml",
        include_str!("../../../skills/api-documentation-writer/contract.toml"),
    ),
    (
        "api-documentation-writer/references/template.md",
        include_str!("../../../skills/api-documentation-writer/references/template.md"),
    ),
    (
        "adr-writer/contract.toml",
        include_str!("../../../skills/adr-writer/contract.toml"),
    ),
    (
        "adr-writer/references/template.md",
        include_str!("../../../skills/adr-writer/references/template.md"),
    ),
];

/// Gives the contract of PAGE.md.
pub fn page() -> &'static Arc<Contract> {
    static PAGE: LazyLock<Arc<Contract>> = LazyLock::new(|| {
        let text = include_str!("page/contract.toml");
        let (contract, _) = Contract::parse(&Source::new("contract.toml", text));
        Arc::new(contract)
    });
    &PAGE
}

/// Gives the contract of a skill of the Developer pack, with its template.
pub fn of_pack(name: &str) -> Option<ContractFile> {
    let source = text(name, "contract.toml")?;
    let mut file = ContractFile::read(&source);
    // The examples prove the contract to its author; whoever checks a document by it needs none.
    file.named.retain(|named| named.role == Role::Template);
    Some(file.with_files(|path| text(name, path)))
}

fn text(skill: &str, path: &str) -> Option<Source> {
    let path = format!("{skill}/{path}");
    let (known, text) = TEXTS.iter().find(|(known, _)| *known == path)?;
    Some(Source::new(*known, *text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contracts_of_the_pack_are_sound() {
        for name in NAMES {
            let file = of_pack(name).unwrap();
            let findings = file.findings();
            assert!(findings.is_empty(), "{name}: {findings:?}");
            assert!(!file.contract.gaps.is_empty(), "{name}");
        }
        assert!(of_pack("test-generator").is_none());
    }

    #[test]
    fn the_contract_of_a_page_is_sound() {
        let text = include_str!("page/contract.toml");
        let (contract, findings) = Contract::parse(&Source::new("contract.toml", text));
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(contract.sections.len(), page().sections.len());
    }
}
