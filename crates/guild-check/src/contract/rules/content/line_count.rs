//! Code has as many lines as the contract says.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(spec) = &part.holds.code else {
            continue;
        };
        let Some(lines) = spec.lines else {
            continue;
        };
        let mut blocks = work.deep_blocks(part).filter_map(Block::as_code);
        let is_meant = |language: &str| {
            spec.languages.is_empty()
                || spec
                    .languages
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(language))
        };
        let Some(code) = blocks.find(|code| is_meant(code.language())) else {
            continue;
        };
        let count = code.content.trim_matches(['\n', '\r']).lines().count();
        if !lines.holds(count) {
            let wanted = lines.of("line");
            let message = format!("the code of `{}` has {count} of {wanted}", part.name);
            findings
                .error(work.first_line(code.span), message)
                .help(with_reason(&format!("write {wanted}"), &part.holds.why));
        }
    }
}
