//! PAGE.md has the sections of the record.

use guild_check::Findings;

use crate::rules::sections::{REQUIRED, section};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    if page.markdown.headings().all(|heading| heading.level != 1) {
        findings
            .error(page.source.top(), "PAGE.md has no title")
            .help("begin it with `# ` and the title, the same as in SKILL.md");
    }
    for name in REQUIRED {
        if section(page, name).is_none() {
            findings
                .error(
                    page.source.top(),
                    format!("PAGE.md has no section `{name}`"),
                )
                .help(format!("add `## {name}`"));
        }
    }
}
