//! What a document must be and data cannot say: the rules in code.

use guild_check::rule::{Rule, RulePage};

guild_check::rules! {
    "docs" for crate::document::Document, in "rules", proved by crate::spec::prove;
    implementation_in_effect,
    not_use_without_alternative,
    authentication_vague,
    path_parameter_missing,
    note_repeats_type,
    parameter_without_note,
    response_json_invalid,
    response_without_notes,
    error_status_invalid,
    error_code_twice,
    error_without_trigger,
    error_without_action,
    optional_example_shows_nothing_new,
    placeholder_value,
    placeholder_in_answer,
    left_to_do,
    related_empty,
    defers_to_source,
    not_imperative,
    not_present_tense,
    unstable_part_unmarked,
    date_older_than_contract,
}

/// Gives the pages of all rules, in the order of the documentation: those on examples that run stand last.
pub fn pages() -> impl Iterator<Item = RulePage> {
    pages_in_code().chain(example_pages())
}

pub(crate) fn pages_in_code() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}

pub(crate) fn example_pages() -> impl Iterator<Item = RulePage> {
    crate::examples::rules::RULES.iter().map(Rule::page)
}
