//! The sections of PAGE.md stand in the order of the record.

use guild_check::Findings;

use crate::rules::sections::index;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let mut last: Option<(usize, &str)> = None;
    for heading in page
        .markdown
        .headings()
        .filter(|heading| heading.level == 2)
    {
        let Some(index) = index(&heading.text) else {
            continue;
        };
        if let Some((last_index, last_name)) = last
            && index < last_index
        {
            findings
                .error(
                    page.source.at(heading.span),
                    format!("`{}` stands below `{last_name}`", heading.text),
                )
                .help(format!("move `{}` above `{last_name}`", heading.text));
            continue;
        }
        last = Some((index, heading.text.as_str()));
    }
}
