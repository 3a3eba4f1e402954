//! What `guild new skill` asked the author for is not left as it was.

use guild_check::{Findings, Source, Span};

use crate::skill::Skill;
use crate::template::{PACK, PAGE_MD, SKILL_MD, requests};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    if let Some(skill_md) = &skill.skill_md {
        look(&skill_md.source, SKILL_MD, findings);
    }
    if let Some(page) = &skill.page_md {
        look(&page.source, PAGE_MD, findings);
        let pack = page.front_matter.text("pack");
        if let Some(pack) = pack.filter(|pack| pack.text == PACK) {
            findings
                .error(
                    page.source.at(pack.span),
                    "the pack of the template is left",
                )
                .help("write the label of the pack that is to list the skill: `pack: Team skills`");
        }
    }
}

fn look(source: &Source, template: &str, findings: &mut Findings) {
    let requests: Vec<&str> = requests(template).collect();
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let text = line.trim_end();
        if requests.iter().any(|request| text.ends_with(request)) {
            let place = source.at(Span::new(start..start + text.len()));
            findings
                .error(place, "a sentence of the template is left")
                .help("write in its place what it asks for, or remove it");
        }
        start += line.len();
    }
}
