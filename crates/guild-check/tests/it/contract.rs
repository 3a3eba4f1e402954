//! Contracts: those of the Developer pack, and documents held against them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use guild_check::contract::{Contract, ContractFile, Date};
use guild_check::{Finding, Markdown, Source};

fn skill(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    root.join(name)
}

fn shown(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let help = finding.help.as_deref().unwrap_or("");
        format!(
            "{:?} {}: {} ({help})\n",
            finding.place, finding.rule, finding.message
        )
    };
    findings.iter().map(line).collect()
}

fn contract(name: &str) -> Arc<Contract> {
    let file = ContractFile::open(&skill(name), name).unwrap();
    Arc::new(file.contract)
}

fn check(contract: &Arc<Contract>, text: &str) -> Vec<Finding> {
    let document = Arc::new(Markdown::parse(&Source::new("work.md", text)));
    contract.check(&document, Date::new(2026, 11, 21).unwrap())
}

#[test]
fn the_contracts_of_the_developer_pack_hold_for_their_own_files() {
    for name in ["api-documentation-writer", "adr-writer"] {
        let file = ContractFile::open(&skill(name), name).unwrap();
        let findings = file.findings();
        assert!(findings.is_empty(), "{}", shown(&findings));
        assert!(!file.contract.gaps.is_empty());
    }
}

#[test]
fn a_template_that_nobody_filled_in_is_found() {
    let contract = contract("api-documentation-writer");
    let page =
        std::fs::read_to_string(skill("api-documentation-writer").join("references/template.md"));
    let template = guild_check::contract::template::document(&Source::new("t.md", page.unwrap()));
    let findings = check(&contract, template.text());
    let has = |rule: &str| findings.iter().any(|finding| finding.rule == rule);
    assert!(has("docs/template-left") && has("docs/date-invalid") && has("docs/title-form"));
    assert!(!has("docs/section-missing") && !has("docs/section-order"));
}

#[test]
fn the_contract_of_the_guide_can_be_followed() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/contracts.md");
    let guide = Markdown::parse(&Source::new(
        "guide",
        std::fs::read_to_string(guide).unwrap(),
    ));
    let code = guide
        .code_blocks()
        .find(|code| code.content.starts_with("version = 1"))
        .unwrap();
    let (contract, findings) =
        Contract::parse(&Source::new("contract.toml", code.content.as_str()));
    assert!(findings.is_empty(), "{}", shown(&findings));
    let text = "# Minutes of 2026-11-20\n\nPresent: Ada\n\n## Decisions\n\n- Ship it.\n";
    assert!(check(&Arc::new(contract), text).is_empty());
}

#[test]
fn code_without_a_fence_is_in_none_of_the_languages_that_a_contract_names() {
    let text = "version = 1\nname = \"made\"\ntitle = [\"Made <number>\"]\n\n[[section]]\nname = \"Shape\"\ncode = { languages = [\"json\"] }\n";
    for (free, rule) in [
        (text.to_owned(), "made/code-language"),
        (
            text.replace("\n\n", "\nfences_need_language = true\n\n"),
            "made/fence-without-language",
        ),
    ] {
        let (contract, findings) = Contract::parse(&Source::new("contract.toml", free.as_str()));
        assert!(findings.is_empty(), "{}", shown(&findings));
        let findings = check(
            &Arc::new(contract),
            "# Made 1\n\n## Shape\n\nIt is:\n\n    {\"id\": 1}\n",
        );
        let rules: Vec<String> = findings.iter().map(|one| one.rule.to_string()).collect();
        assert_eq!(rules, [rule], "{}", shown(&findings));
    }
}
