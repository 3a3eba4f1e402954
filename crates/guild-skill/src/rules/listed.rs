//! What the catalog asks of a skill that it lists (SPEC.md 2.1 and 2.2), as far as `page/contract.toml` cannot state it.

guild_check::rules! {
    "skill" for crate::skill::Skill, in "listed", proved by crate::rules::prove;
    front_matter_cut,
    name_not_ascii,
    skill_md_lower_case,
    description_without_use_when,
    description_without_trigger,
    prerequisite_not_in_description,
    heading_missing,
    heading_not_title,
    body_too_long,
    broken_link,
    unknown_reference,
    path_not_portable,
    page_missing,
    page_front_matter,
    page_bullets,
    page_recent_changes,
    prompt_matches_another,
    template_left,
}
