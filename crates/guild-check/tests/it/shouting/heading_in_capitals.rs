//! A heading is not written in capitals.

use guild_check::{Findings, Markdown};

pub(super) fn check(document: &Markdown, findings: &mut Findings) {
    for heading in document.headings() {
        let has_letters = heading.text.chars().any(char::is_alphabetic);
        if has_letters && heading.text.to_uppercase() == heading.text {
            let message = format!("`{}` is all capitals", heading.text);
            findings
                .error(document.source.at(heading.text_span), message)
                .help("write it as a sentence");
        }
    }
}
