//! Fields that are there in some states only belong to a union, not to a bag of optional fields.

use guild_check::Findings;

use crate::contract::{Contract, ShapeId};
use crate::survey::{Counted, Roles, Survey};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &*survey.contract;
    for used in survey.shapes() {
        let shape = used.shape;
        let is_output = used.roles.has(Roles::OUTPUT) || used.roles == Roles::NONE;
        if !is_output || shape.properties.len() < 3 {
            continue;
        }
        let Some((state, values)) = state(contract, used.id) else {
            continue;
        };
        let is_optional = |name: &str| {
            !shape
                .required
                .iter()
                .any(|required| *required.text == *name)
        };
        let soup: Vec<&str> = shape
            .properties
            .iter()
            .filter(|property| *property.name.text != *state && is_optional(&property.name.text))
            .filter(|property| depends(contract, property.shape, &values))
            .map(|property| &*property.name.text)
            .collect();
        if soup.len() < 2 {
            continue;
        }
        let message = format!(
            "{} are optional and there for some values of `{state}` only{}",
            Counted::list(&soup, 4),
            used.users.by()
        );
        let spot = shape
            .properties
            .iter()
            .find(|property| *property.name.text == *soup[0]);
        let place = survey.place(spot.map_or(shape.spot, |property| property.name.spot));
        findings
            .warning(place, message)
            .help(format!("write one object for each, required fields included, under `oneOf` with `{state}` as the discriminator"))
            .guess();
    }
}

/// Finds the field that says in which state or of which kind the object is, and its values.
fn state(contract: &Contract, id: ShapeId) -> Option<(&str, Vec<&str>)> {
    let states = ["status", "type", "state", "kind"];
    let mut properties = contract.shape(id).properties.iter();
    properties.find_map(|property| {
        let name = &*property.name.text;
        let values = contract
            .values(property.shape)
            .filter(|_| states.contains(&name))?;
        let words = values.iter().filter_map(|value| contract.view(*value));
        let words: Vec<&str> = words.filter_map(View::text).collect();
        (words.len() > 1).then_some((name, words))
    })
}

/// Tells whether a description says that the field is there for some values only.
fn depends(contract: &Contract, id: ShapeId, values: &[&str]) -> bool {
    let parts = contract.parts(id);
    let text = parts
        .iter()
        .find_map(|part| contract.words(contract.shape(*part).description));
    let Some(text) = text else {
        return false;
    };
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let words: Vec<&str> = text.split(|letter| !is_word(letter)).collect();
    let conditions = ["if", "when", "only", "for", "unless"];
    let is_condition = |word: &&&str| {
        conditions
            .iter()
            .any(|other| word.eq_ignore_ascii_case(other))
    };
    let after = words.iter().position(|word| is_condition(&word));
    after.is_some_and(|after| words[after..].iter().any(|word| values.contains(word)))
}
