//! Fields that are there in some states only belong to a union, not to a bag of optional fields.

use std::collections::{BTreeSet, HashSet};

use guild_check::{Findings, Severity};

use crate::contract::{Contract, Property, Shape, ShapeId, Types};
use crate::survey::{Counted, Crowd, Roles, Survey};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("objects", Severity::Warning).guessed();
    let mut told = HashSet::new();
    for used in survey.shapes() {
        let shape = used.shape;
        let is_output = used.roles.has(Roles::OUTPUT) || used.roles == Roles::NONE;
        if !is_output || shape.properties.len() < 2 {
            continue;
        }
        crowd.judge();
        let Some((first, what)) = soup(&survey.contract, used.id) else {
            continue;
        };
        // A type with arguments has a shape for each of them.
        if !told.insert(first.name.spot) {
            continue;
        }
        let message = format!("{what}{}", used.users.by());
        crowd.wrong(survey.place(first.name.spot), &*first.name.text, message);
    }
    crowd.tell(
        findings,
        "have optional fields that are there in some states only",
        "write one object for each, required fields included, under `oneOf` with `status` or `type` as the discriminator",
    );
}

/// Finds optional fields of which some exclude others, and says so; the first of them is where it is told.
fn soup(contract: &Contract, id: ShapeId) -> Option<(&Property, String)> {
    let shape = contract.shape(id);
    let optional: Vec<&Property> = shape
        .properties
        .iter()
        .filter(|property| may_lack(contract, shape, property))
        .collect();
    let state = state(contract, id);
    let of_state = state.as_ref().and_then(|(state, values)| {
        let others = optional
            .iter()
            .copied()
            .filter(|field| *field.name.text != **state);
        let others: Vec<&Property> = others.collect();
        let soup = said(contract, &others, values).or_else(|| named(&others, values))?;
        let names: Vec<&str> = soup.iter().map(|field| &*field.name.text).collect();
        let list = Counted::list(&names, 4);
        let what = format!("{list} are optional and there for some values of `{state}` only");
        Some((soup[0], what))
    });
    of_state.or_else(|| {
        let [good, bad] = outcomes(contract, shape, &optional)?;
        let (one, other) = (&good.name.text, &bad.name.text);
        let what = format!("`{one}` and `{other}` are optional, and only one of them can be there");
        Some((good, what))
    })
}

/// Tells whether a field may be left out, or be null for the same reason.
fn may_lack(contract: &Contract, shape: &Shape, property: &Property) -> bool {
    let name = &property.name.text;
    let is_required = shape.required.iter().any(|required| required.text == *name);
    !is_required || contract.types(property.shape).has(Types::NULL)
}

/// Finds the fields whose descriptions say that they are there for some values only.
fn said<'a>(
    contract: &Contract,
    optional: &[&'a Property],
    values: &[&str],
) -> Option<Vec<&'a Property>> {
    let fields = optional.iter().copied();
    let fields = fields.filter(|field| depends(contract, field.shape, values));
    let fields: Vec<&Property> = fields.collect();
    (fields.len() > 1).then_some(fields)
}

/// Finds the fields that are called after different values: `sentAt` and `failureReason` after `SENT` and `FAILED`.
fn named<'a>(optional: &[&'a Property], values: &[&str]) -> Option<Vec<&'a Property>> {
    let mut fields = Vec::new();
    let mut seen = BTreeSet::new();
    for field in optional {
        let name = field.name.text.to_ascii_lowercase();
        // `organizationsUrl` is there whatever the `type` is.
        if ["url", "type", "count"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            continue;
        }
        let mut values = values.iter();
        if let Some(value) = values.find(|value| is_after(&name, &value.to_ascii_lowercase())) {
            seen.insert(*value);
            fields.push(*field);
        }
    }
    (seen.len() > 1).then_some(fields)
}

/// Four letters in common at the beginning, and most of the value: `failureReason` is after `failed`.
fn is_after(name: &str, value: &str) -> bool {
    let letters = name.bytes().zip(value.bytes());
    let same = letters.take_while(|(one, other)| one == other).count();
    same >= 4 && same * 5 >= value.len() * 3
}

/// What a call that worked has, and what one that failed has, as small letters alone.
const GOOD: [&str; 6] = ["data", "result", "results", "payload", "response", "body"];
const BAD: [&str; 9] = [
    "error",
    "errors",
    "err",
    "failure",
    "failurereason",
    "errormessage",
    "errorcode",
    "exception",
    "fault",
];

/// Finds what is there when it worked beside what is there when it failed. A truth value that says which makes any
/// other field one that is there when it worked.
fn outcomes<'a>(
    contract: &Contract,
    shape: &Shape,
    optional: &[&'a Property],
) -> Option<[&'a Property; 2]> {
    let is_one = |property: &Property, names: &[&str]| {
        let letters = property
            .name
            .text
            .chars()
            .filter(char::is_ascii_alphanumeric);
        let letters = letters.collect::<String>().to_ascii_lowercase();
        names.contains(&letters.as_str())
    };
    let flags = ["success", "ok", "issuccess", "isok", "succeeded"];
    let is_flag = |property: &Property| {
        is_one(property, &flags) && contract.types(property.shape).has(Types::BOOLEAN)
    };
    let has_flag = shape.properties.iter().any(is_flag);
    let mut fields = optional.iter().copied();
    let bad = fields.clone().find(|field| is_one(field, &BAD))?;
    let is_good = |field: &&Property| {
        is_one(field, &GOOD) || (has_flag && !is_one(field, &BAD) && !is_flag(field))
    };
    Some([fields.find(is_good)?, bad])
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
