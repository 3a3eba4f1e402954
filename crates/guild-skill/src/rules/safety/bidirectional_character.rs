//! Characters that turn the order in which a text is shown.

use guild_check::{Findings, Span};

use super::lines::MOST_FINDINGS;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        let text = source.text();
        if !file.may_be_odd() {
            continue;
        }
        let found = text
            .char_indices()
            .filter(|(at, character)| turns(text, *at, *character));
        for (at, character) in found.take(MOST_FINDINGS) {
            let span = Span::new(at..at + character.len_utf8());
            let message = format!(
                "the character U+{:04X} changes the order in which the text is shown",
                u32::from(character)
            );
            findings
                .error(source.at(span), message)
                .help("remove it: what a reviewer sees is not what an assistant or a shell reads");
        }
    }
}

fn turns(text: &str, at: usize, character: char) -> bool {
    match u32::from(character) {
        0x202a..=0x202e | 0x2066..=0x2069 => true,
        // Marks are at home in a line with letters that run from right to left.
        0x061c | 0x200e | 0x200f => !line_around(text, at).chars().any(runs_right_to_left),
        _ => false,
    }
}

fn line_around(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |index| index + 1);
    let end = text[at..].find('\n').map_or(text.len(), |index| at + index);
    &text[start..end]
}

fn runs_right_to_left(character: char) -> bool {
    let code = u32::from(character);
    character.is_alphabetic()
        && matches!(code, 0x0590..=0x08ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x10800..=0x10fff | 0x1e800..=0x1efff)
}
