//! One exclamation mark is enough.

use guild_check::{Findings, Markdown};

pub(super) fn check(document: &Markdown, findings: &mut Findings) {
    for block in document.all_blocks() {
        let Some(paragraph) = block.as_paragraph() else {
            continue;
        };
        if paragraph.text.contains("!!") {
            findings
                .warning(
                    document.source.at(paragraph.span),
                    "several exclamation marks",
                )
                .help("keep one")
                .guess();
        }
    }
}
