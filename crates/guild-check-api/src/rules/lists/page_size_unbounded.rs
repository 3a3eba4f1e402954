//! The size of a page has a limit.

use guild_check::{Findings, Severity};

use crate::contract::{Location, ShapeId};
use crate::survey::{Counted, Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let names = &survey.conventions;
    let mut crowd = Crowd::new("parameters of pages", Severity::Note);
    for used in survey.parameters() {
        let name = &used.part.name;
        let Some(shape) = used
            .part
            .shape
            .filter(|_| used.part.location == Location::Query)
        else {
            continue;
        };
        let has_maximum = *name.text == *names.name("pageSize");
        if !has_maximum && *name.text != *names.name("page") {
            continue;
        }
        let lacks = lacks(survey, shape, has_maximum);
        crowd.judge();
        if !lacks.is_empty() {
            let lacks = Counted::list(&lacks, 3);
            let message = format!("`{}` has no {lacks}{}", name.text, used.users.by());
            crowd.wrong(survey.place(name.spot), &*name.text, message);
        }
    }
    crowd.tell(
        findings,
        "have no `minimum`, no `maximum` or no `default`",
        "say from where to where it goes, and what it is when it is not given",
    );
}

fn lacks(survey: &Survey, shape: ShapeId, has_maximum: bool) -> Vec<&'static str> {
    let contract = &survey.contract;
    let parts = contract.parts(shape);
    let parts = || parts.iter().map(|part| contract.shape(*part));
    let mut lacks = Vec::new();
    if !parts().any(|part| part.limits.minimum.is_some()) {
        lacks.push("minimum");
    }
    if has_maximum && !parts().any(|part| part.limits.maximum.is_some()) {
        lacks.push("maximum");
    }
    if !parts().any(|part| part.default.is_some()) {
        lacks.push("default");
    }
    lacks
}
