//! Finding text that reads as an instruction to an assistant.

use guild_check::hidden::escaped;

use super::decode::readings;
use super::mention::is_mentioned;
use super::signal::signals;
use crate::outcome::Instruction;

/// A piece of text from a page, as it is laid out: all of a block (a paragraph, a cell, a list item), an attribute, a
/// comment, a console message, a response body. A block's inline elements belong together, so that an order that is cut
/// into spans is whole.
#[derive(Clone, Debug, Default)]
pub struct PageText {
    /// Where it is, in words: `a hidden <div>`, `the alt text of <img>`, `a comment`, `the console`.
    pub place: String,
    /// The address of the page.
    pub url: String,
    /// The text.
    pub text: String,
    /// How it is shown.
    pub shown: Shown,
}

/// How a text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// As words.
    #[default]
    Words,
    /// As code or as a quotation: in `code`, `pre`, `kbd`, `samp`, `q` or `blockquote`.
    Code,
}

/// More of one text is not looked at: a page has to be looked at before each step.
const MOST_BYTES: usize = 1 << 20;

/// No more is told of one page.
const MOST: usize = 20;

/// The longest quotation, in characters.
const QUOTE: usize = 160;

/// Finds what reads as an instruction, in the order of the texts.
pub fn instructions(texts: &[PageText]) -> Vec<Instruction> {
    let found = texts.iter().filter_map(instruction);
    found.take(MOST).collect()
}

/// Finds the first instruction in a text.
fn instruction(piece: &PageText) -> Option<Instruction> {
    let text = &piece.text[..piece.text.floor_char_boundary(MOST_BYTES)];
    // The shortest order that is known is longer.
    if text.trim().len() < 8 {
        return None;
    }
    let is_code = piece.shown == Shown::Code;
    let mut mentioned: Vec<String> = Vec::new();
    readings(text).into_iter().find_map(|reading| {
        let mut hits = signals(&reading.text).into_iter();
        let hit = hits.find(|signal| {
            let words = squeezed(&reading.text[signal.range.clone()]);
            match reading.how {
                // What was hidden in the text was hidden for a reason, unless it stands there plainly as well.
                Some(_) => !mentioned
                    .iter()
                    .any(|known| known.contains(&words) || words.contains(known)),
                None if is_mentioned(&reading.text, &signal.range, is_code) => {
                    mentioned.push(words);
                    false
                }
                None => true,
            }
        })?;
        let place = match reading.how {
            Some(how) => format!("{}, {how}", piece.place),
            None => piece.place.clone(),
        };
        Some(Instruction {
            place,
            url: piece.url.clone(),
            quote: quote(&reading.text, hit.range.start),
            why: hit.why,
        })
    })
}

/// Gives the letters of a text alone.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Gives the piece of a text that begins with the sentence of a place.
fn quote(text: &str, at: usize) -> String {
    let start = text[..at]
        .rfind(['.', '!', '?', '\n'])
        .map_or(0, |end| end + 1);
    let start = text.ceil_char_boundary(start.max(at.saturating_sub(60)));
    let piece = text[start..].trim_start();
    let cut: String = piece.chars().take(QUOTE).collect();
    let mark = if piece.chars().count() > QUOTE {
        "…"
    } else {
        ""
    };
    format!("{}{mark}", escaped(&cut))
}
