//! Code has one of the languages that the contract names.

use crate::Findings;
use crate::contract::model::Fences;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::{Block, CodeBlock};

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
        // A block without a language is the business of another rule, unless the contract leaves that open: what is
        // indented cannot name one then.
        let is_left = |code: &CodeBlock| {
            code.language().is_empty() && (code.is_fenced || work.contract.fences != Fences::Free)
        };
        if blocks.any(|code| is_named(code.language()) || is_left(code)) {
            continue;
        }
        let message = match first.language() {
            "" => format!("`{}` has indented code only, in no language", part.name),
            language => format!("`{}` has code in `{language}` only", part.name),
        };
        let help = format!("write it in {}", languages.join(" or "));
        findings
            .error(work.first_line(first.span), message)
            .help(with_reason(&help, &part.holds.why));
    }
}
