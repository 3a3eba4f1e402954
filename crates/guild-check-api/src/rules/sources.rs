//! Validation at the boundaries of the program (SPEC.md 2.5, commitment 3), in its sources.

guild_check::rules! {
    "api" for crate::Sources, in "sources", proved by crate::rules::prove_sources;
    response_unvalidated,
    environment_scattered,
    validation_inside,
    source_unread,
}
