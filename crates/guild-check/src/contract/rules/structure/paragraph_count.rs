//! A part has as many paragraphs as the contract says.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(paragraphs) = part.holds.paragraphs else {
            continue;
        };
        let found: Vec<&Block> = work
            .blocks(part)
            .iter()
            .filter(|block| matches!(block, Block::Paragraph(_)))
            .collect();
        if paragraphs.holds(found.len()) {
            continue;
        }
        let wanted = paragraphs.of("paragraph");
        let message = format!("`{}` has {} of {wanted}", part.name, found.len());
        let beyond = paragraphs.to.and_then(|to| found.get(to));
        let place = beyond.map_or_else(|| work.place(part), |block| work.first_line(block.span()));
        findings
            .error(place, message)
            .help(with_reason(&format!("write {wanted}"), &part.holds.why));
    }
}
