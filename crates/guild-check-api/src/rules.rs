//! What a contract must be to be understood at all: a rule for each kind of fault.

use guild_check::rule::{Rule, RulePage};
use guild_check::{Finding, Findings};

use crate::Contract;
use crate::contract::FaultKind;

guild_check::rules! {
    "api" for crate::Contract, in "rules", proved by crate::rules::prove;
    not_readable,
    key_twice,
    limit_reached,
    reference_unresolved,
    reference_remote,
    reference_outside,
    part_not_understood,
}

/// Gives the pages of all rules, in the order of the documentation.
pub fn pages() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}

/// Holds a contract against the rules.
pub fn judge(contract: &Contract) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(RULES, contract, &mut findings);
    findings.into_sorted()
}

/// Tells of the faults of a kind.
fn tell(contract: &Contract, kind: FaultKind, findings: &mut Findings) {
    for fault in contract.faults.iter().filter(|fault| fault.kind == kind) {
        findings
            .error(contract.place(fault.spot), &*fault.message)
            .help(&*fault.help);
    }
}

#[cfg(test)]
fn prove(rule: &Rule<Contract>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let mut loading = crate::Loading::alone();
        // Small limits, so that a page can show what exceeds them.
        loading.limits.depth = 16;
        let folder = std::path::Path::new("no-such-folder");
        if example.place.contains("folder") {
            loading.folder = Some(folder);
        }
        let source =
            guild_check::Source::new(format!("contract.{}", example.language), &*example.content);
        judge(&crate::parse(&source, &loading))
    });
}
