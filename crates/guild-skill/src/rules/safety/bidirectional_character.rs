//! Characters that turn the order in which a text is shown.

use guild_check::{Findings, Source, Span};

use crate::rules::limit::is_full;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        let text = source.text();
        if !file.may_be_odd() {
            continue;
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            judge(source, start, line, findings);
            start += line.len();
        }
    }
}

fn judge(source: &Source, start: usize, line: &str, findings: &mut Findings) {
    if line.is_ascii() {
        return;
    }
    // Marks are at home in a line with letters that run from right to left.
    let has_letters = line.chars().any(runs_right_to_left);
    for (at, character) in line.char_indices() {
        let is_mark = matches!(u32::from(character), 0x061c | 0x200e | 0x200f);
        if turns(character) && !(is_mark && has_letters) && !is_full(source, findings) {
            let span = Span::new(start + at..start + at + character.len_utf8());
            let code = u32::from(character);
            let message =
                format!("the character U+{code:04X} changes the order in which the text is shown");
            findings
                .error(source.at(span), message)
                .help("remove it: what a reviewer sees is not what an assistant or a shell reads");
        }
    }
}

/// Tells whether a character turns the order of those around it.
pub(super) fn turns(character: char) -> bool {
    matches!(u32::from(character), 0x061c | 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069)
}

fn runs_right_to_left(character: char) -> bool {
    let code = u32::from(character);
    character.is_alphabetic()
        && matches!(code, 0x0590..=0x08ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x10800..=0x10fff | 0x1e800..=0x1efff)
}
