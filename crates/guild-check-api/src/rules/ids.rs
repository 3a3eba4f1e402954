//! Types as only TypeScript has them (SPEC.md 2.5): a brand for each kind of id, and inputs apart from outputs.

use crate::contract::{Contract, Language, ShapeId, Text};
use crate::survey::Survey;

guild_check::rules! {
    "api" for crate::Survey, in "ids", proved by crate::rules::prove_design;
    id_unbranded,
    brand_shared,
    input_type_with_server_field,
}

/// Tells whether the language of a contract has brands.
fn has_brands(survey: &Survey) -> bool {
    survey.contract.language == Language::TypeScript
}

/// Finds the brand of a value, `null` and references aside.
fn brand(contract: &Contract, id: ShapeId) -> Option<(ShapeId, &Text)> {
    values(contract, id)
        .into_iter()
        .find_map(|part| Some((part, contract.shape(part).brand.as_ref()?)))
}

/// Lists what a value may be, each part once.
fn values(contract: &Contract, id: ShapeId) -> Vec<ShapeId> {
    let mut all = contract.parts(id);
    let mut index = 0;
    while let Some(part) = all.get(index).copied() {
        let shape = contract.shape(part);
        for other in shape
            .one_of
            .iter()
            .chain(&shape.any_of)
            .flat_map(|id| contract.parts(*id))
        {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        index += 1;
    }
    all
}

/// Tells whether a field is an id or a list of ids, by its name: `id`, `taskId`, `taskIds`, `task_id`.
fn is_id(name: &str) -> bool {
    let is_list = name.ends_with("Ids") || name.ends_with("_ids");
    let name = name.strip_suffix('s').filter(|_| is_list).unwrap_or(name);
    let kind = name.strip_suffix("_id").or(name.strip_suffix("Id"));
    let is_word = |last: char| last.is_lowercase() || last.is_ascii_digit();
    name == "id" || kind.is_some_and(|kind| kind.ends_with(is_word))
}
