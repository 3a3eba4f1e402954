//! Redacting the texts of a document: a secret may stand in pieces, in several elements of one line.

use crate::boundary::Redactor;
use crate::snapshot::{Element, Piece};

/// What stands in the line with what is around it.
const INLINE: [&str; 33] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tspan", "tt", "u", "var",
];

const MARK: &str = "[redacted: credential]";

/// Gives the pieces with their texts, and what stands in fields, redacted.
pub(super) fn redacted(pieces: &[Piece], redactor: &Redactor) -> Vec<Piece> {
    let mut safe = pieces.to_vec();
    let mut open: Vec<&str> = Vec::new();
    let mut block: Vec<usize> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(_) => block.push(index),
            Piece::Open(element) => {
                if !INLINE.contains(&element.name.as_str()) {
                    redact(&mut safe, &mut block, redactor);
                }
                open.push(&element.name);
                if is_secret_field(element, redactor) {
                    hide(&mut safe, index);
                }
            }
            Piece::Close => {
                let is_inline = open.pop().is_some_and(|name| INLINE.contains(&name));
                if !is_inline {
                    redact(&mut safe, &mut block, redactor);
                }
            }
        }
    }
    redact(&mut safe, &mut block, redactor);
    safe
}

/// Redacts the texts of one block, each by itself where that is enough, and as one where a secret goes over several.
fn redact(pieces: &mut [Piece], block: &mut Vec<usize>, redactor: &Redactor) {
    let texts: Vec<String> = block
        .iter()
        .map(|index| match &pieces[*index] {
            Piece::Text(text) => text.clone(),
            Piece::Open(_) | Piece::Close => String::new(),
        })
        .collect();
    let whole = texts.concat();
    let safe_whole = redactor.text(&whole);
    if *safe_whole == *whole {
        return block.clear();
    }
    let mut safe: Vec<String> = texts
        .iter()
        .map(|text| redactor.text(text).into_owned())
        .collect();
    let joined = safe.concat();
    if *redactor.text(&joined) != *joined {
        safe = vec![String::new(); block.len()];
        safe[0] = safe_whole.into_owned();
    }
    for (index, text) in block.drain(..).zip(safe) {
        pieces[index] = Piece::Text(text);
    }
}

/// Whether what stands in a field is a secret whatever it is.
fn is_secret_field(element: &Element, redactor: &Redactor) -> bool {
    if !matches!(element.name.as_str(), "input" | "textarea" | "output") {
        return false;
    }
    element
        .attributes
        .iter()
        .any(|(name, value)| match name.as_str() {
            "type" => value.eq_ignore_ascii_case("password"),
            "name" | "id" => redactor.is_secret_attribute(value),
            _ => false,
        })
}

/// Hides what stands in a field.
fn hide(pieces: &mut [Piece], at: usize) {
    if let Piece::Open(element) = &mut pieces[at] {
        for (name, value) in &mut element.attributes {
            if name == "value" && !value.is_empty() {
                MARK.clone_into(value);
            }
        }
    }
    for piece in pieces.iter_mut().skip(at + 1) {
        match piece {
            Piece::Text(text) => MARK.clone_into(text),
            Piece::Open(_) | Piece::Close => return,
        }
    }
}

/// Paths and points are long rows of numbers, and no card's number.
pub(super) fn is_geometry(name: &str, value: &str) -> bool {
    let is_shape = |c: char| {
        c.is_ascii_digit() || c.is_ascii_whitespace() || ".,+-MmLlHhVvCcSsQqTtAaZzEe".contains(c)
    };
    matches!(name, "d" | "points" | "viewbox") && value.chars().all(is_shape)
}
