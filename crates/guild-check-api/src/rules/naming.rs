//! Predictable naming (SPEC.md 2.5, commitment 5): plural nouns, no verbs, one case, and one name for one thing.

pub(crate) mod words;

guild_check::rules! {
    "api" for crate::Survey, in "naming", proved by crate::rules::prove_design;
    verb_in_path,
    collection_not_plural,
    name_case,
    boolean_prefix,
    enum_case,
    names_differ,
}
