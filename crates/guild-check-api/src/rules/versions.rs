//! One live version of a contract, extended and not forked (SPEC.md 2.5, commitment 4, and 9).

guild_check::rules! {
    "api" for crate::Survey, in "versions", proved by crate::rules::prove_design;
    several_live_versions,
}
