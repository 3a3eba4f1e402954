//! What known clients accept beyond the specification: errors at its own level, notes for a skill that is to be listed.

guild_check::rules! {
    "skill" for crate::skill::Skill, in "extension", proved by crate::rules::prove;
    client_key,
    bracketed_list,
    value_not_text,
}
