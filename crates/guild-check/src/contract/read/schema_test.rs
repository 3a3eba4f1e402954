//! The published schema knows the keys that the reader knows.

use serde_json::Value;

use super::holds::{
    AMOUNT_KEYS, CODE_KEYS, EACH_KEYS, FIELD_KEYS, HOLDS_KEYS, MENTION_KEYS, SECTION_KEYS,
    TABLE_KEYS,
};
use super::{FORBIDDEN_KEYS, KEYS};
use crate::contract::SCHEMA;

#[test]
fn the_schema_has_the_keys_of_the_reader() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let known = [
        ("", KEYS),
        ("/$defs/holds", HOLDS_KEYS),
        ("/$defs/section", SECTION_KEYS),
        ("/$defs/each", EACH_KEYS),
        ("/$defs/table", TABLE_KEYS),
        ("/$defs/code", CODE_KEYS),
        ("/$defs/field", FIELD_KEYS),
        ("/$defs/mention", MENTION_KEYS),
        ("/$defs/amount", AMOUNT_KEYS),
        ("/$defs/forbidden", FORBIDDEN_KEYS),
    ];
    for (pointer, keys) in known {
        let properties = schema.pointer(&format!("{pointer}/properties")).unwrap();
        let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
        assert_eq!(names, keys, "{pointer}");
    }
}
