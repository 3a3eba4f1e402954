//! What is demanded of the bodies and parameters that people write: so that what the contract allows is taken.
//!
//! The shapes say what stands at one field; here stands what is too long for that, or is about two fields at once.

use serde_json::{Value, json};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi, RefOr};

/// What may stand at either end of a text: white space, which is cut off.
macro_rules! space {
    () => {
        r"\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    };
}

/// What a line does not hold: what is not seen and changes how it reads.
macro_rules! hidden {
    () => {
        r"\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    };
}

/// What a line does not hold where what turns the direction of writing is not looked for.
macro_rules! control {
    () => {
        r"\u0000-\u001f\u007f-\u009f"
    };
}

/// A text that neither begins nor ends with white space and holds nothing of a class.
macro_rules! said {
    ($without:expr) => {
        concat!(
            "[^",
            $without,
            space!(),
            "](?:[^",
            $without,
            "]*[^",
            $without,
            space!(),
            "])?"
        )
    };
}

/// One line that says something.
const LINE: &str = concat!("^[", space!(), "]*", said!(hidden!()), "[", space!(), "]*$");

/// One line, which may say nothing.
const LINE_OR_NOTHING: &str = concat!(
    "^[",
    space!(),
    "]*(?:",
    said!(hidden!()),
    "[",
    space!(),
    "]*)?$"
);

/// Some lines, which may say nothing.
const LINES: &str = concat!(
    "^[",
    space!(),
    "]*(?:[^",
    hidden!(),
    "]|\\r?\\n)*[",
    space!(),
    "]*$"
);

/// One line without controls that says something; what turns the direction of writing is not looked for.
const PLAIN_LINE: &str = concat!(
    "^[",
    space!(),
    "]*",
    said!(control!()),
    "[",
    space!(),
    "]*$"
);

/// One line of which a name follows: it has a letter or a digit that names may have.
const LABEL: &str = concat!(
    "^[",
    space!(),
    "]*(?:[^",
    hidden!(),
    "]*[A-Za-z0-9][^",
    hidden!(),
    "]*)[",
    space!(),
    "]*$"
);

/// An address without a name, a password or a `#`. Whether it is public is not to be seen by its text.
const ADDRESS: &str = r"^https?://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:[/?](?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$";

/// A semantic version.
const VERSION: &str = r"^(?:0|[1-9][0-9]{0,18})\.(?:0|[1-9][0-9]{0,18})\.(?:0|[1-9][0-9]{0,18})(?:-(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$";

/// Two signed parts, each in Base64: the name and the number of a key with the key itself, and its signature.
const SIGNATURE: &str = r"^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44} [A-Za-z0-9+/]{86}==$";

/// The fields of bodies, with the pattern of each.
const FIELDS: &[(&str, &[&str], &str)] = &[
    ("NewKey", &["proof", "announcement"], SIGNATURE),
    (
        "NewPublisher",
        &[
            "issuer",
            "audience",
            "repository",
            "workflow",
            "environment",
        ],
        PLAIN_LINE,
    ),
    ("NewRating", &["text"], LINES),
    ("NewReport", &["version"], VERSION),
    ("NewToken", &["label"], PLAIN_LINE),
    ("NewWebhook", &["url"], ADDRESS),
    ("PackChange", &["label"], LABEL),
    ("PackDraft", &["label"], LABEL),
    ("RatingChange", &["text"], LINES),
    ("RatingChange", &["hiddenReason"], LINE),
    ("ReleaseChange", &["yankReason"], LINE),
    ("WebhookChange", &["url"], ADDRESS),
];

/// The parameters, with the pattern of each.
const PARAMETERS: &[(&str, &str)] = &[
    ("Guild-Signature", SIGNATURE),
    ("packLabel", LABEL),
    ("reason", LINE_OR_NOTHING),
    ("since", VERSION),
];

/// Says all of it.
pub(super) fn add(contract: &mut OpenApi) {
    for (schema, fields, pattern) in FIELDS {
        for field in *fields {
            if let Some(field) = object(contract, schema).and_then(|object| text(object, field)) {
                field.pattern = Some((*pattern).to_owned());
            }
        }
    }
    let conditions = [
        ("ReleaseChange", done_for_a_reason("isYanked", "yankReason")),
        (
            "RatingChange",
            done_for_a_reason("isHidden", "hiddenReason"),
        ),
        ("NewWebhook", a_skill_of_a_pack()),
    ];
    for (schema, condition) in conditions {
        if let Some(object) = object(contract, schema) {
            // This writer of contracts has no words for `if`, `then` and `else`.
            let keywords = object.extensions.get_or_insert_default();
            keywords.insert("allOf".to_owned(), json!([condition]));
        }
    }
    for operation in super::operations(contract) {
        for parameter in operation.parameters.iter_mut().flatten() {
            let RefOr::T(parameter) = parameter else {
                continue;
            };
            let demand = PARAMETERS.iter().find(|(name, _)| *name == parameter.name);
            if let (Some((_, pattern)), Some(RefOr::T(Schema::Object(text)))) =
                (demand, &mut parameter.schema)
            {
                text.pattern = Some((*pattern).to_owned());
            }
        }
    }
}

/// What is done has its reason, and what is undone or stays has none.
fn done_for_a_reason(is_done: &str, reason: &str) -> Value {
    json!({
        "if": {"required": [is_done], "properties": {is_done: {"enum": [true]}}},
        "then": {"required": [reason], "properties": {reason: {"type": "string"}}},
        "else": {"properties": {reason: {"type": "null"}}}
    })
}

/// A skill stands beside the pack that lists it.
fn a_skill_of_a_pack() -> Value {
    json!({
        "if": {"required": ["skill"], "properties": {"skill": {"type": "string"}}},
        "then": {"required": ["pack"], "properties": {"pack": {"type": "string"}}}
    })
}

fn object<'c>(contract: &'c mut OpenApi, schema: &str) -> Option<&'c mut Object> {
    let schemas = &mut contract.components.as_mut()?.schemas;
    match schemas.get_mut(schema)? {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

fn text<'o>(object: &'o mut Object, field: &str) -> Option<&'o mut Object> {
    match object.properties.get_mut(field)? {
        RefOr::T(Schema::Object(field)) => Some(field),
        _ => None,
    }
}
