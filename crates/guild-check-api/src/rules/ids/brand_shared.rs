//! One brand for each kind of id.

use std::collections::{BTreeMap, BTreeSet};

use guild_check::Findings;

use super::{brand, has_brands, is_id};
use crate::contract::{ShapeId, Text};
use crate::survey::Survey;

/// Brands that name no kind.
const ANY_KIND: [&str; 7] = ["id", "ids", "uuid", "guid", "entityid", "identifier", "key"];

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    if has_brands(survey) {
        two_types(survey, findings);
        many_kinds(survey, findings);
    }
}

/// Two types of one brand are one type.
fn two_types(survey: &Survey, findings: &mut Findings) {
    let mut first: BTreeMap<&str, (ShapeId, &Text)> = BTreeMap::new();
    for (name, id) in &survey.contract.names {
        let Some((shape, brand)) =
            brand(&survey.contract, *id).filter(|_| !survey.contract.types(*id).is_empty())
        else {
            continue;
        };
        let (other, known) = first.entry(&brand.text).or_insert((shape, name));
        if *other != shape {
            let message = format!(
                "`{}` has the brand of `{}`, so that each fits where the other belongs",
                name.text, known.text
            );
            let help = format!("give it a brand of its own, such as `\"{}\"`", name.text);
            findings.error(survey.place(name.spot), message).help(help);
        }
    }
}

/// A brand that names no kind, on ids of several kinds.
fn many_kinds(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    let mut uses: BTreeMap<ShapeId, BTreeSet<&str>> = BTreeMap::new();
    for property in contract.shapes.iter().flat_map(|shape| &shape.properties) {
        let name = &*property.name.text;
        let id = contract.items(property.shape).unwrap_or(property.shape);
        if name != "id"
            && is_id(name)
            && let Some((shape, brand)) = brand(contract, id)
        {
            let is_vague = ANY_KIND.contains(
                &brand
                    .text
                    .trim_start_matches('_')
                    .to_ascii_lowercase()
                    .as_str(),
            );
            if is_vague {
                uses.entry(shape).or_default().insert(name);
            }
        }
    }
    for (shape, names) in uses {
        let [one, other, ..] = names.iter().collect::<Vec<_>>()[..] else {
            continue;
        };
        let message = format!(
            "one brand serves several kinds of id: `{one}` and `{other}` fit into each other"
        );
        let help = "give each kind of id a brand that names it";
        findings
            .warning(survey.place(contract.shape(shape).spot), message)
            .help(help)
            .guess();
    }
}
