//! What the agentskills.io specification asks for; the verdicts are those of its reference validator.

guild_check::rules! {
    "skill" for crate::skill::Skill, in "spec", proved by crate::rules::prove;
    skill_md_missing,
    skill_md_not_text,
    skill_md_empty,
    front_matter_missing,
    front_matter_unclosed,
    front_matter_invalid,
    name_missing,
    name_form,
    name_length,
    name_not_folder,
    description_missing,
    description_length,
    compatibility_form,
    unknown_key,
    metadata_form,
    allowed_tools_form,
}
