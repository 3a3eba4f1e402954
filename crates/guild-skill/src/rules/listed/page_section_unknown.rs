//! PAGE.md has no sections but those of the record.

use guild_check::Findings;

use crate::rules::sections::{SECTIONS, index};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let mut seen = [false; SECTIONS.len()];
    let mut titles = 0;
    for heading in page.markdown.headings() {
        let place = page.source.at(heading.span);
        match (heading.level, index(&heading.text)) {
            (1, _) => {
                titles += 1;
                if titles > 1 {
                    findings
                        .error(place, "a second title stands in PAGE.md")
                        .help("keep one first-level heading");
                }
            }
            (2, Some(index)) if seen[index] => {
                findings
                    .error(
                        place,
                        format!("the section `{}` stands twice", heading.text),
                    )
                    .help("put both into one section");
            }
            (2, Some(index)) => seen[index] = true,
            _ => {
                findings
                    .error(
                        place,
                        format!(
                            "the record has no section `{}`, so no page shows it",
                            heading.text
                        ),
                    )
                    .help(format!(
                        "the sections are {}; Install is made by the catalog",
                        SECTIONS.join(", ")
                    ));
            }
        }
    }
}
