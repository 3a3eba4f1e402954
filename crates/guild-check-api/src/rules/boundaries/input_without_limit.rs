//! What comes in has limits, a format or a pattern.

use guild_check::{Findings, Severity};

use crate::contract::{Contract, Location, ShapeId, Types};
use crate::survey::{Crowd, Roles, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &*survey.contract;
    let mut crowd = Crowd::new("inputs", Severity::Note);
    for used in survey.parameters() {
        let parameter = used.part;
        // What names a thing in the path is found or not, and headers have limits of their own in every server.
        let is_query = parameter.location == Location::Query;
        let is_id = is_id(&parameter.name.text);
        let Some(shape) = parameter.shape.filter(|_| is_query && !is_id) else {
            continue;
        };
        crowd.judge();
        if let Some(lack) = lack(contract, shape) {
            let name = &parameter.name;
            let message = format!(
                "the parameter `{}` has no {lack}{}",
                name.text,
                used.users.by()
            );
            crowd.wrong(survey.place(name.spot), &*name.text, message);
        }
    }
    for used in survey.shapes().filter(|used| used.roles.has(Roles::INPUT)) {
        for property in &used.shape.properties {
            let parts = contract.parts(property.shape);
            let is_ours = parts.iter().any(|part| contract.shape(*part).is_read_only);
            if is_ours || is_id(&property.name.text) {
                continue;
            }
            crowd.judge();
            if let Some(lack) = lack(contract, property.shape) {
                let name = &property.name;
                let message = format!("the input `{}` has no {lack}{}", name.text, used.users.by());
                crowd.wrong(survey.place(name.spot), &*name.text, message);
            }
        }
    }
    crowd.tell(
        findings,
        "have no limit, format or pattern",
        "say what is too much, so that the boundary can refuse it",
    );
}

/// What names another thing is found or not, as in a path.
fn is_id(name: &str) -> bool {
    name.eq_ignore_ascii_case("id") || ["Id", "ID", "_id"].iter().any(|end| name.ends_with(end))
}

/// Says what is missing; none if the value is limited, or of a type that is limited by itself.
fn lack(contract: &Contract, shape: ShapeId) -> Option<&'static str> {
    let all = contract.reach(&[shape], 50);
    let all = || all.iter().map(|part| contract.shape(*part));
    if all().any(|part| part.values.is_some()) {
        return None;
    }
    let types = contract.types(shape);
    let has_longest = all().any(|part| part.limits.longest.is_some());
    if types.has(Types::ARRAY) {
        return (!has_longest).then_some("`maxItems`");
    }
    if types.has(Types::STRING) {
        let has_form = all().any(|part| part.format.is_some() || part.limits.pattern.is_some());
        let lack = "`maxLength`, `format` or `pattern`";
        return (!has_longest && !has_form).then_some(lack);
    }
    if types.has(Types::INTEGER) || types.has(Types::NUMBER) {
        let is_limited = all().any(|part| {
            let limits = &part.limits;
            limits.minimum.is_some() || limits.maximum.is_some() || part.format.is_some()
        });
        return (!is_limited).then_some("`minimum` or `maximum`");
    }
    None
}
