//! The field that tells variants apart is `status` or `type`.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::union;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let names = &survey.conventions;
    let mut crowd = Crowd::new("discriminators", Severity::Warning);
    let mut told = HashSet::new();
    for union in union::find(survey) {
        let Some((name, spot)) = union.discriminator.filter(|(_, spot)| told.insert(*spot)) else {
            continue;
        };
        crowd.judge();
        let is_known = name == names.name("status") || name == names.name("type");
        if !is_known && !names.is_allowed(name) {
            let by = union.used.users.by();
            let message =
                format!("variants are told apart by `{name}`, not by `status` or `type`{by}");
            crowd.wrong(survey.place(spot), name, message);
        }
    }
    crowd.tell(
        findings,
        "are not called `status` or `type`",
        "name the field `status` where the variants are states, and `type` where they are kinds",
    );
}
