//! Characters that nobody sees and an assistant reads.

use guild_check::{Findings, Span};

use super::bidirectional_character::turns;
use super::escapes::{Escape, escapes};
use crate::rules::limit::MOST_FINDINGS;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        let text = source.text();
        if !file.may_be_odd() {
            continue;
        }
        for run in runs(text).into_iter().take(MOST_FINDINGS) {
            let first = source.slice(run).chars().next().map_or(0, u32::from);
            let count = source.slice(run).chars().count();
            let message = match (hidden_words(source.slice(run)), count) {
                (Some(words), _) => format!("invisible characters spell `{words}`"),
                (None, 1) => format!("the invisible character U+{first:04X} stands in the text"),
                (None, _) => {
                    format!("{count} invisible characters from U+{first:04X} stand in the text")
                }
            };
            findings
                .error(source.at(run), message)
                .help("remove them: an assistant reads what a reviewer cannot see");
        }
    }
    for escape in escapes(skill).iter().filter(hides).take(MOST_FINDINGS) {
        let code = u32::from(escape.character);
        let message = match escape.character {
            character if character.is_ascii_alphanumeric() => {
                format!("an escape spells `{character}`, which can be written as it is")
            }
            _ => format!("an escape spells the character U+{code:04X}, which nobody sees"),
        };
        findings
            .error(escape.source.at(escape.span), message)
            .help("write the text as it is read: an assistant gets what the escapes spell");
    }
}

/// Tells whether an escape keeps from a reviewer what an assistant reads: nobody has to escape a letter, while some
/// programs escape marks.
fn hides(escape: &&Escape<'_>) -> bool {
    let character = escape.character;
    character.is_ascii_alphanumeric() || turns(character) || is_hidden(" ", 1, character, None)
}

fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) || byte == 0x7f
}

/// Gathers invisible characters that stand together.
fn runs(text: &str) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    let mut before = None;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let last = runs.last().map(|run| run.end as usize);
        let seen = if last == Some(at) { None } else { before };
        if is_hidden(text, at, character, seen) {
            match runs.last_mut() {
                Some(run) if run.end as usize == at => *run = run.to(Span::new(at..end)),
                Some(_) | None => runs.push(Span::new(at..end)),
            }
        }
        before = Some(character);
    }
    runs
}

fn is_hidden(text: &str, at: usize, character: char, before: Option<char>) -> bool {
    match u32::from(character) {
        code @ 0..=0x7f => u8::try_from(code).is_ok_and(is_control),
        0x80..=0x9f => code_is_not_next_line(character),
        // A byte order mark is one at the start of a file only.
        0xfeff => at > 0,
        // Joiners shape letters of some scripts, and make one picture of several.
        0x200c | 0x200d => before.is_none_or(|before| before.is_ascii() || before.is_whitespace()),
        // Selectors choose how the character before is drawn.
        0xfe00..=0xfe0f => before
            .is_none_or(|before| before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*')),
        // Tags after a black flag make the flags of regions.
        0xe0000..=0xe007f => !is_flag(text, at),
        0x00ad
        | 0x034f
        | 0x115f
        | 0x1160
        | 0x17b4
        | 0x17b5
        | 0x180e
        | 0x200b
        | 0x2060..=0x2064
        | 0x206a..=0x206f
        | 0x3164
        | 0xffa0
        | 0xfff9..=0xfffb
        | 0x1d173..=0x1d17a
        | 0xe0080..=0xe01ef => true,
        _ => false,
    }
}

fn code_is_not_next_line(character: char) -> bool {
    character != '\u{85}'
}

/// Tells whether a tag character belongs to a flag: a black flag and at most six tags lead to it.
fn is_flag(text: &str, at: usize) -> bool {
    const MOST_TAGS: usize = 7;
    let is_tag = |character: &char| matches!(u32::from(*character), 0xe0020..=0xe007f);
    let before = text[..at].chars().rev();
    let tags = before.take(MOST_TAGS).take_while(is_tag).count();
    let flag = text[..at].chars().rev().nth(tags);
    tags < MOST_TAGS && flag == Some('\u{1f3f4}')
}

/// Reads a text spelled in tag characters, as attacks on assistants do.
fn hidden_words(run: &str) -> Option<String> {
    let words: String = run
        .chars()
        .filter_map(|character| u32::from(character).checked_sub(0xe0000))
        .filter_map(|code| u8::try_from(code).ok())
        .filter(|code| matches!(code, 0x20..=0x7e))
        .map(char::from)
        .take(80)
        .collect();
    (words.len() > 2).then_some(words)
}
