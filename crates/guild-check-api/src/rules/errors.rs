//! One error strategy (SPEC.md 2.5, commitment 2, and 7): one body for every error, and each status by its meaning.

mod lacking;
mod meaning;

guild_check::rules! {
    "api" for crate::Survey, in "errors", proved by crate::rules::prove_design;
    error_body_missing,
    error_body_differs,
    error_code_missing,
    error_message_missing,
    error_code_case,
    error_codes_open,
    error_under_success,
    status_undeclared,
    status_in_place_of,
    status_against_meaning,
}
