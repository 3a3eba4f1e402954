//! Variants and what only the server sets (SPEC.md 2.5, the TypeScript patterns and the red flags, as OpenAPI says them).

mod union;

guild_check::rules! {
    "api" for crate::Survey, in "variants", proved by crate::rules::prove_design;
    union_without_discriminator,
    discriminator_name,
    server_field_in_input,
    optional_field_soup,
}
