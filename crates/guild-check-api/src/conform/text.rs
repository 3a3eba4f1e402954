//! Patterns and formats of texts.

use regex::RegexBuilder;

use super::format;
use crate::contract::Shape;

/// A pattern of a contract is compiled into this many bytes at most.
const SIZE: usize = 1 << 18;

/// Says what is wrong with a text; none for a pattern of a kind that is not known here.
pub(super) fn problem(shape: &Shape, text: &str) -> Option<String> {
    if let Some(pattern) = &shape.limits.pattern {
        let regex = RegexBuilder::new(&pattern.text).size_limit(SIZE).build();
        if regex.is_ok_and(|regex| !regex.is_match(text)) {
            return Some(format!(
                "is `{text}`, which does not match `{}`",
                pattern.text
            ));
        }
    }
    let name = &shape.format.as_ref()?.text;
    let is_fine = match &**name {
        "date-time" => format::is_date_time(text),
        "date" => format::is_date(text),
        "uuid" => format::is_uuid(text),
        _ => true,
    };
    (!is_fine).then(|| format!("is `{text}`, which is no {name}"))
}
