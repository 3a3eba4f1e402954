//! How far a line is from a form: the cheapest way to make one of the other.

use guild_check::nearest::nearest;

use super::forms::{Piece, is_number};
use super::roles::{ROLES, meant};
use super::token::{Token, TokenKind};

/// The cheapest way from a line to a form.
#[derive(Debug)]
pub(super) struct Alignment {
    pub(super) cost: usize,
    pub(super) ops: Vec<Op>,
}

/// A step on that way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// A piece of the form is in the line, `length` tokens long.
    Fit {
        fit: Fit,
        piece: usize,
        token: usize,
        length: usize,
    },
    /// The line lacks a piece.
    Missing(usize),
    /// The line has a token that no piece asks for.
    Extra(usize),
}

/// How well a piece is in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Exact,
    /// Another word, or other quotes.
    Near,
    /// A name before its role.
    Swapped,
    /// A name without a role, or a selector without backticks.
    Bare,
}

/// What people write in the place of a word.
const SYNONYMS: &[(&str, &[&str])] = &[
    (
        "Navigate",
        &["go", "goto", "open", "visit", "load", "browse"],
    ),
    (
        "Click",
        &["tap", "hit", "push", "submit", "activate", "double-click"],
    ),
    ("Fill", &["type", "enter", "input", "write", "set"]),
    ("Select", &["choose", "pick"]),
    ("Check", &["tick"]),
    ("Uncheck", &["untick", "clear"]),
    ("Hover", &["mouseover"]),
    ("Upload", &["attach"]),
    ("Dismiss", &["cancel", "close"]),
    ("Accept", &["confirm"]),
    (
        "Assert",
        &[
            "verify", "expect", "ensure", "check", "see", "validate", "confirm", "wait", "should",
        ],
    ),
    ("Screenshot", &["capture", "snapshot", "screencap"]),
    ("present", &["there", "existing", "exists", "displayed"]),
    ("absent", &["gone", "missing", "removed"]),
    ("visible", &["shown", "displayed", "seen"]),
    ("hidden", &["invisible"]),
    ("focused", &["active", "in-focus"]),
    ("checked", &["ticked", "selected"]),
    ("contains", &["includes", "has", "containing"]),
    ("responds", &["returns", "answers", "responded", "gives"]),
    ("matches", &["matching", "is"]),
    ("matching", &["matches"]),
    ("below", &["under", "<", "less"]),
    ("with", &["as", "="]),
    ("in", &["from", "on", "into"]),
    ("to", &["into", "in", "on"]),
    ("is", &["equals", "==", "="]),
    ("label", &["name"]),
];

/// Words that say nothing in a step.
const NOISE: [&str; 9] = ["the", "a", "an", "that", "on", "for", "then", "please", "."];

/// Finds the cheapest way; a line is short, so every way is tried.
pub(super) fn align(form: &[Piece], tokens: &[Token]) -> Alignment {
    let (rows, columns) = (form.len() + 1, tokens.len() + 1);
    let mut best: Vec<Option<(usize, Option<Op>)>> = vec![None; rows * columns];
    best[0] = Some((0, None));
    for piece in 0..rows {
        for token in 0..columns {
            let Some((cost, _)) = best[piece * columns + token] else {
                continue;
            };
            let mut reach = |to: usize, cost: usize, op: Op| {
                if best[to].is_none_or(|(known, _)| cost < known) {
                    best[to] = Some((cost, Some(op)));
                }
            };
            if let Some(wanted) = form.get(piece) {
                let to = (piece + 1) * columns + token;
                reach(to, cost + missing(wanted, piece), Op::Missing(piece));
                for (length, fit, price) in fits(wanted, &tokens[token..], piece) {
                    let to = (piece + 1) * columns + token + length;
                    let op = Op::Fit {
                        fit,
                        piece,
                        token,
                        length,
                    };
                    reach(to, cost + price, op);
                }
            }
            if let Some(found) = tokens.get(token) {
                reach(
                    piece * columns + token + 1,
                    cost + extra(found),
                    Op::Extra(token),
                );
            }
        }
    }
    walk_back(&best, columns)
}

fn walk_back(best: &[Option<(usize, Option<Op>)>], columns: usize) -> Alignment {
    let mut at = best.len() - 1;
    let cost = best[at].map_or(usize::MAX, |(cost, _)| cost);
    let mut ops = Vec::new();
    while let Some((_, Some(op))) = best[at] {
        ops.push(op);
        at -= match op {
            Op::Fit { length, .. } => columns + length,
            Op::Missing(_) => columns,
            Op::Extra(_) => 1,
        };
    }
    ops.reverse();
    Alignment { cost, ops }
}

/// The first word says what the step is: it weighs more.
fn missing(piece: &Piece, index: usize) -> usize {
    match piece {
        Piece::Word(_) if index == 0 => 14,
        Piece::Word(_) => 5,
        Piece::Target | Piece::Text(_) | Piece::Code(_) | Piece::Number(_) => 8,
        Piece::Colon => 1,
    }
}

fn extra(token: &Token) -> usize {
    match token.kind {
        TokenKind::Colon => 1,
        TokenKind::Word if NOISE.contains(&token.text.to_lowercase().as_str()) => 2,
        TokenKind::Word => 5,
        TokenKind::Quoted | TokenKind::Code | TokenKind::Smart | TokenKind::Unclosed => 8,
    }
}

/// Gives the ways in which the next tokens are a piece: how many of them, how well, at what price.
fn fits(piece: &Piece, tokens: &[Token], index: usize) -> Vec<(usize, Fit, usize)> {
    let Some(token) = tokens.first() else {
        return Vec::new();
    };
    let one = |found: Option<(Fit, usize)>| {
        found
            .into_iter()
            .map(|(fit, price)| (1, fit, price))
            .collect()
    };
    match piece {
        Piece::Word(word) => one(word_fit(word, token, index)),
        Piece::Colon => one((token.kind == TokenKind::Colon).then_some((Fit::Exact, 0))),
        Piece::Number(_) => one(number_fit(token)),
        Piece::Text(_) => one(match token.kind {
            TokenKind::Quoted => Some((Fit::Exact, 0)),
            TokenKind::Smart => Some((Fit::Near, 1)),
            TokenKind::Code => Some((Fit::Near, 3)),
            TokenKind::Unclosed => Some((Fit::Near, 4)),
            TokenKind::Word => Some((Fit::Near, 6)),
            TokenKind::Colon => None,
        }),
        Piece::Code(_) => one(match token.kind {
            TokenKind::Code => Some((Fit::Exact, 0)),
            TokenKind::Quoted | TokenKind::Smart => Some((Fit::Near, 3)),
            TokenKind::Unclosed => Some((Fit::Near, 4)),
            TokenKind::Word if token.text.contains(['/', '.', '-']) || is_number(&token.text) => {
                Some((Fit::Near, 3))
            }
            TokenKind::Word => Some((Fit::Near, 6)),
            TokenKind::Colon => None,
        }),
        Piece::Target => target_fits(tokens),
    }
}

fn word_fit(word: &str, token: &Token, index: usize) -> Option<(Fit, usize)> {
    if token.kind != TokenKind::Word {
        return None;
    }
    let typed = token.text.trim_end_matches([',', '.', ';']).to_lowercase();
    let wanted = word.to_lowercase();
    if token.text == word {
        return Some((Fit::Exact, 0));
    }
    if typed == wanted {
        return Some((Fit::Near, 1));
    }
    let synonyms = SYNONYMS.iter().find(|(name, _)| *name == word);
    if synonyms.is_some_and(|(_, others)| others.contains(&typed.as_str())) {
        return Some((Fit::Near, 2));
    }
    let is_close = typed.len() > 2 && !nearest(&typed, &[wanted.as_str()]).is_empty();
    let far = if index == 0 { 18 } else { 9 };
    Some((Fit::Near, if is_close { 3 } else { far }))
}

fn number_fit(token: &Token) -> Option<(Fit, usize)> {
    let digits = token.text.trim_end_matches(|c: char| !c.is_ascii_digit());
    match token.kind {
        TokenKind::Word if is_number(&token.text) => Some((Fit::Exact, 0)),
        TokenKind::Word if is_number(digits) => Some((Fit::Near, 2)),
        TokenKind::Quoted | TokenKind::Code if is_number(&token.text) => Some((Fit::Near, 2)),
        TokenKind::Word | TokenKind::Quoted | TokenKind::Code => Some((Fit::Near, 9)),
        TokenKind::Smart | TokenKind::Unclosed | TokenKind::Colon => None,
    }
}

fn target_fits(tokens: &[Token]) -> Vec<(usize, Fit, usize)> {
    let is_name = |token: &Token| matches!(token.kind, TokenKind::Quoted | TokenKind::Smart);
    let mut found = Vec::new();
    let first = &tokens[0];
    if let Some(second) = tokens.get(1) {
        let exact = second.kind == TokenKind::Quoted;
        if first.kind == TokenKind::Word && is_name(second) {
            let price = match role(&first.text) {
                Some(role) if role == first.text && exact => 0,
                Some(_) => 2,
                None => 9,
            };
            let fit = if price == 0 { Fit::Exact } else { Fit::Near };
            found.push((2, fit, price));
        }
        if is_name(first) && second.kind == TokenKind::Word && role(&second.text).is_some() {
            found.push((2, Fit::Swapped, 3));
        }
    }
    match first.kind {
        TokenKind::Code => found.push((1, Fit::Exact, 0)),
        TokenKind::Quoted | TokenKind::Smart => found.push((1, Fit::Bare, 5)),
        TokenKind::Word if first.text.starts_with(['#', '.', '[']) && first.text.len() > 1 => {
            found.push((1, Fit::Bare, 3));
        }
        TokenKind::Unclosed => found.push((1, Fit::Near, 6)),
        TokenKind::Word | TokenKind::Colon => {}
    }
    found
}

/// Gives the role that a word means.
pub(super) fn role(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    if lower == "text" {
        return Some("text");
    }
    let exact = ROLES.iter().find(|role| **role == lower).copied();
    exact
        .or_else(|| meant(&lower))
        .or_else(|| nearest(&lower, ROLES).first().copied())
}
