//! Pages are counted in whole numbers.

use guild_check::{Findings, Place};

use super::{FIELDS, PARAMETERS};
use crate::contract::{Language, Location, ShapeId, Types};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    let mut told = Vec::new();
    for list in &survey.lists {
        let endpoint = &contract.endpoints[list.endpoint];
        for name in PARAMETERS.map(|name| survey.conventions.name(name)) {
            let found = endpoint.parameters.iter().find(|parameter| {
                parameter.location == Location::Query && *parameter.name.text == *name
            });
            if let Some((shape, spot)) = found.and_then(|found| Some((found.shape?, found.spot))) {
                tell(survey, name, shape, survey.place(spot), findings, &mut told);
            }
        }
        for name in FIELDS.map(|name| survey.conventions.name(name)) {
            let mut fields = list.fields.iter();
            if let Some((_, shape)) = fields.find(|(field, _)| **field == *name) {
                let place = survey.place(contract.shape(*shape).spot);
                tell(survey, name, *shape, place, findings, &mut told);
            }
        }
    }
}

fn tell(
    survey: &Survey,
    name: &str,
    shape: ShapeId,
    place: Place,
    findings: &mut Findings,
    told: &mut Vec<ShapeId>,
) {
    let types = survey.contract.types(shape);
    // TypeScript has one type for all numbers.
    let wanted = match survey.contract.language {
        Language::TypeScript => types.with_integers(),
        Language::Unknown | Language::OpenApi30 | Language::OpenApi31 | Language::OpenApi32 => {
            types
        }
    };
    if types.is_empty() || wanted.has(Types::INTEGER) || told.contains(&shape) {
        return;
    }
    told.push(shape);
    findings
        .error(place, format!("`{name}` is no whole number"))
        .help("write `type: integer`");
}
