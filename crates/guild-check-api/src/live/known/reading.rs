//! What answers and addresses say of things: their ids, and the values of paths.

use guild_check::percent;
use percent_encoding::percent_decode_str;

use super::super::encode::plain;
use crate::contract::{Contract, Parameter, ShapeId};
use crate::sample::is_written;
use crate::tree::View;

/// Names of the field that tells a thing from others of its kind.
const IDS: [&str; 8] = [
    "id", "name", "slug", "key", "uuid", "code", "number", "version",
];

impl View<'_> {
    /// Gives a text or a number as it stands in an address.
    pub(in crate::live) fn to_scalar(self) -> Option<String> {
        let value = self.text().map(str::to_owned);
        value.or_else(|| self.number().map(|_| self.written().to_owned()))
    }
}

/// Gives a value of a parameter that the contract itself names.
pub(super) fn example(contract: &Contract, parameter: &Parameter) -> Option<String> {
    let shape = super::super::draft::shape_of(parameter);
    let inner = shape.into_iter().flat_map(|shape| contract.parts(shape));
    let inner = inner.flat_map(|part| {
        let shape = contract.shape(part);
        shape
            .examples
            .iter()
            .chain(&shape.default)
            .chain(shape.values.iter().flatten())
            .copied()
    });
    let mut all = parameter.examples.iter().copied().chain(inner);
    let value = all.find_map(|written| Some(contract.view(written)?.to_json()))?;
    Some(plain(&value)).filter(|text| !text.is_empty())
}

/// Gives the thing that an answer is about: the answer, or the one object in it.
pub(super) fn things(body: View<'_>) -> Vec<View<'_>> {
    let entries = body.entries();
    match entries.as_slice() {
        [only] if only.is_map() => vec![*only, body],
        _ => vec![body],
    }
}

/// Finds the value that a parameter of the path has for a thing.
pub(super) fn id_of(
    contract: &Contract,
    item: View<'_>,
    parameter: &str,
    shape: Option<ShapeId>,
) -> Option<String> {
    if let Some(text) = item.to_scalar() {
        return Some(text)
            .filter(|text| shape.is_none_or(|shape| is_written(contract, shape, text)));
    }
    let letters = |name: &str| -> String {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let wanted = letters(parameter);
    let entries = item.entries();
    let own = entries
        .iter()
        .filter(|entry| letters(entry.key()) == wanted);
    let by_name = IDS.iter().filter(|id| wanted.ends_with(*id)).chain(&IDS);
    let by_name = by_name.filter_map(|id| entries.iter().find(|entry| letters(entry.key()) == *id));
    let mut values = own.chain(by_name).filter_map(|entry| entry.to_scalar());
    values.find(|text| {
        !text.is_empty() && shape.is_none_or(|shape| is_written(contract, shape, text))
    })
}

/// Reads the values of a path's parameters out of an address; the base path before it may be there or not.
pub(super) fn matched(template: &str, path: &str) -> Option<Vec<String>> {
    let (wanted, given): (Vec<&str>, Vec<&str>) = (
        template.split('/').collect(),
        path.trim_end_matches('/').split('/').collect(),
    );
    // What stands before is the base path.
    let start = given.len().checked_sub(wanted.len())?;
    let given = if start == 0 {
        &given[..]
    } else {
        &given[start..]
    };
    let mut values = Vec::new();
    for (index, (wanted, given)) in wanted.iter().zip(given).enumerate() {
        if wanted.starts_with('{') && wanted.ends_with('}') {
            values.push(decoded(given)?);
        } else if wanted != given && !(index == 0 && start > 0) {
            return None;
        }
    }
    (!values.is_empty()).then_some(values)
}

fn decoded(text: &str) -> Option<String> {
    if !percent::is_sound(text) {
        return None;
    }
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (!text.is_empty() && text != "." && text != "..").then(|| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::matched;

    #[test]
    fn values_of_a_path_are_percent_encoded() {
        let value = |path: &str| matched("/tasks/{id}", path).map(|values| values.concat());
        assert_eq!(value("/v1/tasks/a%20%C3%BC").as_deref(), Some("a ü"));
        for path in ["%", "%2", "%zz", "%+5", "%ff", "%2e%2e"] {
            assert_eq!(value(&format!("/tasks/{path}")), None, "{path}");
        }
    }
}
