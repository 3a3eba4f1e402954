//! A partial change is a PATCH.

use guild_check::{Findings, Severity};

use super::is_item;
use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("items that can be written", Severity::Note);
    for endpoint in survey.endpoints().filter(|endpoint| is_item(endpoint)) {
        let body = endpoint.body.as_ref().and_then(|body| body.named()?.shape);
        let Some(shape) = body.filter(|_| endpoint.method == Method::Put) else {
            continue;
        };
        crowd.judge();
        let mut others = survey.endpoints();
        let has_patch = others
            .any(|other| other.method == Method::Patch && other.path.text == endpoint.path.text);
        let fields = survey.contract.fields(shape).list;
        let is_partial = fields.len() > 1 && fields.iter().all(|field| !field.is_required);
        if is_partial && !has_patch {
            let title = endpoint.title();
            let message = format!("`{title}` takes optional fields only, so a PATCH may be meant");
            crowd.wrong(survey.place(endpoint.spot), title, message);
        }
    }
    crowd.tell(
        findings,
        "are written by PUT with optional fields only, so a PATCH may be meant",
        "call it PATCH if only what is given changes; require all fields if it replaces the whole",
    );
}
