//! A skill is hostile until it is read: what an assistant would obey, or a person would not see (DESIGN.md 8).

mod context;
mod credentials;
mod escapes;
mod lines;
mod orders;

guild_check::rules! {
    "skill" for crate::skill::Skill, in "safety", proved by crate::rules::prove;
    hidden_character,
    bidirectional_character,
    instruction_in_comment,
    ignore_instructions,
    credential_request,
    secret_exfiltration,
    download_piped_to_shell,
    encoded_blob,
    binary_file,
    executable_file,
}
