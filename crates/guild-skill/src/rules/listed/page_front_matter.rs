//! The front matter of PAGE.md names the pack.

use guild_check::Findings;

use crate::PackLabel;
use crate::skill::{PageMd, Skill};

/// What may stand beside `pack`: whether the bullets carry glyphs.
const FLAGS: [&str; 2] = ["check-glyphs", "cross-glyphs"];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    for defect in &page.front_matter.defects {
        findings
            .error(page.source.at(defect.span), &defect.message)
            .help("begin PAGE.md with `---`, `pack: ` and the label of its pack, and `---`");
    }
    if !page.front_matter.is_sound() {
        return;
    }
    pack(page, findings);
    other_keys(page, findings);
}

fn pack(page: &PageMd, findings: &mut Findings) {
    let label = page.front_matter.text("pack");
    let label = label.filter(|label| !label.text.is_empty());
    let message = match label.map(|label| PackLabel::parse(&label.text)) {
        Some(Ok(_)) => return,
        Some(Err(error)) => format!("`pack` is no label of a pack: {error}"),
        None => "PAGE.md names no pack".to_owned(),
    };
    let entry = page.front_matter.entry("pack");
    let place = entry.map_or(page.source.top(), |entry| page.source.at(entry.key.span));
    findings
        .error(place, message)
        .help("write the label of its pack: `pack: Developer pack`");
}

fn other_keys(page: &PageMd, findings: &mut Findings) {
    for entry in &page.front_matter.entries {
        let key = entry.key.text.as_str();
        let place = page.source.at(entry.key.span.to(entry.value.span()));
        let value = entry.value.as_text().map(|scalar| scalar.text.as_str());
        let is_flag = FLAGS.contains(&key);
        if is_flag && !matches!(value, Some("true" | "false")) {
            findings
                .error(place, format!("`{key}` is neither `true` nor `false`"))
                .help("write `true` to show a glyph before each bullet, or remove the key");
        } else if !is_flag && key != "pack" {
            findings
                .error(place, format!("a page has no key `{key}`"))
                .help("the keys are `pack`, `check-glyphs` and `cross-glyphs`");
        }
    }
}
