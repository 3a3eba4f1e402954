//! A partial change is a PATCH.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::is_item;
use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let patches = survey
        .endpoints()
        .filter(|endpoint| endpoint.method == Method::Patch);
    let patched: HashSet<_> = patches.map(|endpoint| &endpoint.path.text).collect();
    let mut crowd = Crowd::new("items that can be written", Severity::Note);
    for endpoint in survey.endpoints().filter(|endpoint| is_item(endpoint)) {
        let body = endpoint.body.as_ref().and_then(|body| body.named()?.shape);
        let Some(shape) = body.filter(|_| endpoint.method == Method::Put) else {
            continue;
        };
        let has_patch = patched.contains(&endpoint.path.text);
        let fields = survey.contract.fields(shape).list;
        let is_partial = !fields.is_empty() && fields.iter().all(|field| !field.is_required);
        let is_meant = is_partial && !has_patch;
        let title = endpoint.title();
        let message = is_meant
            .then(|| format!("`{title}` takes optional fields only, so a PATCH may be meant"));
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "are written by PUT with optional fields only, so a PATCH may be meant",
        "call it PATCH if only what is given changes; require all fields if it replaces the whole",
    );
}
