//! What stands where an answer is missing: the words of the skill's template, which `guild check docs` finds.

use super::brief::Input;

pub(super) const EFFECT: &str = "<One or two sentences: what is different for the user after a successful call. Begin with \"Deprecated:\" or \"Beta:\" when it is so.>";
pub(super) const USE: [&str; 2] = [
    "<Who, in which situation, to get what.>",
    "<A second, different situation.>",
];
pub(super) const NOT_FOR: [&str; 2] = [
    "To <neighboring job>, call `<METHOD /other/path>`.",
    "<A case that this endpoint technically accepts and where another API fits better, with its name.>",
];
pub(super) const CREDENTIAL: &str = "<Which credential, in which header.>";
pub(super) const WITHOUT_CREDENTIAL: &str = "<What a caller without it gets.>";
pub(super) const NAME: &str = "<name of the input>";
pub(super) const TYPE: &str = "<type of the input>";
pub(super) const FIELD: &str = "<name of the field>";
pub(super) const CODE: &str = "<code of the error>";
pub(super) const REQUIRED: &str = "<Place if not the body. Format; valid values; effect.>";
pub(super) const OPTIONAL: &str = "<Format; valid values.>";
pub(super) const VALUE: &str = "<real value, from a real answer>";
pub(super) const NOTE: &str =
    "<format, time zone, who may change it and when, or when it is `null`>";
pub(super) const ERROR_BODY: &str = "<One sentence on the shape of the error body.>";
pub(super) const WHEN: &str = "<the condition that the caller can recognize>";
pub(super) const ACTION: &str = "<the action that the caller can take>";
pub(super) const EXAMPLES_NEED: &str =
    "<What the examples need: server address, environment variables and the scope behind them.>";
pub(super) const CALL: &str = "<5 to 10 lines>";
pub(super) const CALL_WITH_OPTIONS: &str = "<the optional inputs that matter, and the error path>";
pub(super) const IDEMPOTENCY: &str = "<what a repeated call does>";
pub(super) const CONCURRENCY: &str = "<what two callers at the same time get>";
pub(super) const RATE_LIMIT: &str = "<the limit and its answer, or that there is none>";
pub(super) const TIME_ZONES: &str =
    "<what is accepted, what is stored, what is returned, or that no time is involved>";
pub(super) const RELATED: [&str; 2] = [
    "`<METHOD /adjacent/path>`: <when it fits instead>.",
    "Migration: <what replaced what, since when, and what a caller must change; or that there is nothing to migrate>.",
];

/// A row of which nothing is known.
pub(super) fn input() -> Input {
    Input {
        name: NAME.to_owned(),
        kind: TYPE.to_owned(),
        is_required: true,
        description: None,
        facts: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_is_one_of_the_template() {
        let template = include_str!(
            "../../../../../../skills/api-documentation-writer/references/template.md"
        );
        let single = [
            EFFECT,
            NAME,
            TYPE,
            FIELD,
            CODE,
            CREDENTIAL,
            WITHOUT_CREDENTIAL,
            REQUIRED,
            OPTIONAL,
            VALUE,
            NOTE,
            ERROR_BODY,
            WHEN,
            ACTION,
            EXAMPLES_NEED,
            CALL,
            CALL_WITH_OPTIONS,
            IDEMPOTENCY,
            CONCURRENCY,
            RATE_LIMIT,
            TIME_ZONES,
        ];
        for gap in single.iter().chain(&USE).chain(&NOT_FOR).chain(&RELATED) {
            assert!(template.contains(gap), "{gap}");
        }
    }
}
