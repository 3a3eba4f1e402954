//! The field that tells variants apart is `status` or `type`.

use std::collections::HashSet;

use guild_check::Findings;

use super::union;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let names = &survey.conventions;
    let mut told = HashSet::new();
    for union in union::find(survey) {
        let Some((name, spot)) = union.discriminator else {
            continue;
        };
        let is_known = name == names.name("status") || name == names.name("type");
        if is_known || names.is_allowed(name) || !told.insert(spot) {
            continue;
        }
        let by = union.used.users.by();
        let message = format!("variants are told apart by `{name}`, not by `status` or `type`{by}");
        findings
            .warning(survey.place(spot), message)
            .help("name the field `status` where the variants are states, and `type` where they are kinds");
    }
}
