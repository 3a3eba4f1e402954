//! Escapes in the quoted texts of front matter (YAML 1.2, 5.7): an assistant is given what they spell, a reviewer reads
//! the escapes.

use guild_check::{Source, Span};

use crate::front_matter::{Entry, Scalar, Value};
use crate::skill::Skill;

/// A character that is written as an escape.
pub(super) struct Escape<'s> {
    pub(super) source: &'s Source,
    pub(super) span: Span,
    pub(super) character: char,
}

/// Finds the escapes in the front matter of SKILL.md and PAGE.md.
pub(super) fn escapes(skill: &Skill) -> Vec<Escape<'_>> {
    let skill_md = skill.skill_md.as_ref();
    let page_md = skill.page_md.as_ref();
    let skill_md = skill_md.map(|file| (&file.source, &file.front_matter));
    let page_md = page_md.map(|file| (&file.source, &file.front_matter));
    let mut found = Vec::new();
    for (source, front_matter) in skill_md.into_iter().chain(page_md) {
        let mut scalars = Vec::new();
        in_entries(&front_matter.entries, &mut scalars);
        for scalar in scalars.into_iter().filter(|scalar| !scalar.is_plain) {
            in_scalar(source, scalar.span, &mut found);
        }
    }
    found
}

fn in_entries<'s>(entries: &'s [Entry], scalars: &mut Vec<&'s Scalar>) {
    for entry in entries {
        scalars.push(&entry.key);
        in_value(&entry.value, scalars);
    }
}

fn in_value<'s>(value: &'s Value, scalars: &mut Vec<&'s Scalar>) {
    match value {
        Value::Text(scalar) => scalars.push(scalar),
        Value::List { items, .. } => items.iter().for_each(|item| in_value(item, scalars)),
        Value::Map { entries, .. } => in_entries(entries, scalars),
    }
}

fn in_scalar<'s>(source: &'s Source, span: Span, found: &mut Vec<Escape<'s>>) {
    let raw = source.slice(span);
    if !raw.starts_with('"') {
        return;
    }
    let mut at = 0;
    while let Some(next) = raw[at..].find('\\') {
        let start = at + next;
        let Some(letter) = raw[start + 1..].chars().next() else {
            return;
        };
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let after = start + 1 + letter.len_utf8();
        let spelled = raw.get(after..after + digits);
        let code = spelled.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let character = match letter {
            'a' => Some('\u{7}'),
            'b' => Some('\u{8}'),
            'e' => Some('\u{1b}'),
            'v' => Some('\u{b}'),
            '0' => Some('\0'),
            _ => code.and_then(char::from_u32),
        };
        at = if character.is_some() {
            after + digits
        } else {
            after
        };
        if let Some(character) = character {
            let from = span.start as usize;
            let span = Span::new(from + start..from + at);
            found.push(Escape {
                source,
                span,
                character,
            });
        }
    }
}
