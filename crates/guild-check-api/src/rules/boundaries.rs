//! Validate at boundaries (SPEC.md 2.5, commitment 3): what comes in has limits that a boundary can hold it to.

guild_check::rules! {
    "api" for crate::Survey, in "boundaries", proved by crate::rules::prove_design;
    input_without_limit,
}
