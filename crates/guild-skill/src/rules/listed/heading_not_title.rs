//! The heading of SKILL.md is the title on the page.

use guild_check::Findings;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let (Some(skill_md), Some(page_md)) = (&skill.skill_md, &skill.page_md) else {
        return;
    };
    let mut titles = page_md
        .markdown
        .headings()
        .filter(|heading| heading.level == 1);
    let Some(title) = titles.next() else {
        return;
    };
    if skill_md.plain_title() == Some(&title.text) {
        return;
    }
    let Some(heading) = skill_md.heading() else {
        return;
    };
    if heading.text != title.text {
        let message = format!(
            "the heading is `{}`, and the title in PAGE.md is `{}`",
            heading.text, title.text
        );
        findings
            .error(skill_md.source.at(heading.text_span), message)
            .help("give both files the same first-level heading");
    }
}
