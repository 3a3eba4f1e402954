//! A part begins with the words of the contract.

use crate::Findings;
use crate::contract::work::Work;
use crate::contract::{one_of, with_reason};
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let forms = &part.holds.begins_with;
        if forms.is_empty() {
            continue;
        }
        let first = work.deep_blocks(part).find_map(Block::as_paragraph);
        let text = first.map_or("", |first| first.text.as_str());
        let begins = |text: &str, length: usize| {
            let next = text[length..].chars().next();
            length > 0 && !next.is_some_and(char::is_alphanumeric)
        };
        let fits = forms
            .iter()
            .any(|form| form.lead(text).is_some_and(|length| begins(text, length)));
        if !fits {
            let place = first.map_or_else(|| work.place(part), |first| work.first_line(first.span));
            let help = format!("begin it with {}", one_of(forms));
            findings
                .error(place, format!("`{}` begins with other words", part.name))
                .help(with_reason(&help, &part.holds.why));
        }
    }
}
