//! What the catalog asks of a skill that it lists (SPEC.md 2.1 and 2.2).

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
    page_section_missing,
    page_section_unknown,
    page_section_order,
    page_summary,
    page_what_it_does,
    page_bullets,
    page_example_prompts,
    page_recent_changes,
}
