//! Code has one of the languages that the contract names.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let languages = match &part.holds.code {
            Some(code) if !code.languages.is_empty() => &code.languages,
            Some(_) | None => continue,
        };
        let mut blocks = work.deep_blocks(part).filter_map(Block::as_code).peekable();
        let Some(first) = blocks.peek().copied() else {
            continue;
        };
        let is_named = |language: &str| {
            languages
                .iter()
                .any(|name| name.eq_ignore_ascii_case(language))
        };
        // A block without a language is the business of another rule.
        if blocks.any(|code| is_named(code.language()) || code.language().is_empty()) {
            continue;
        }
        let message = format!("`{}` has code in `{}` only", part.name, first.language());
        let help = format!("write it in {}", languages.join(" or "));
        findings
            .error(work.first_line(first.span), message)
            .help(with_reason(&help, &part.holds.why));
    }
}
