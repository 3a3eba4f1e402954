//! Two contracts of one API say the same (SPEC.md 2.5: one live version of a contract).

use guild_check::Findings;

use crate::twins::{DisagreementKind, Twins};

guild_check::rules! {
    "api" for crate::Twins, in "twins", proved by crate::rules::prove_twins;
    twin_operation_missing,
    twin_part_missing,
    twin_requirement_differs,
    twin_type_differs,
    twin_values_differ,
}

/// Tells of the disagreements of a kind.
fn tell(twins: &Twins, kind: DisagreementKind, help: &str, findings: &mut Findings) {
    for told in twins.disagreements.iter().filter(|told| told.kind == kind) {
        let finding = findings.error(told.place.clone(), &*told.message);
        finding.help(help);
    }
}
