//! Giving the last line its form: where the date is there, and only the words around it are others.

use std::sync::Arc;

use crate::Span;
use crate::contract::date::Date;
use crate::contract::plain_line;
use crate::contract::work::Work;
use crate::fix::{Edit, Fix, Piece, line_end};
use crate::markdown::Block;

/// Words beside those of the form that change nothing.
const FILLERS: [&str; 6] = ["last", "on", "at", "was", "date", "the"];

/// No line with a date in it is longer.
const LONGEST: usize = 200;

/// Gives the last line its form, or moves the line that has it to the end.
pub(in crate::contract) fn last_line(work: &Work) -> Option<Arc<Fix>> {
    let form = work.contract.last_line.as_ref()?;
    let (lead, slot) = form.as_str().split_once("<date")?;
    let is_last = slot.split_once('>')?.1.is_empty();
    if !is_last || lead.contains('<') {
        return None;
    }
    rewritten(work, lead).or_else(|| moved(work))
}

/// Writes `Updated on 2026-11-20` as the form has it.
fn rewritten(work: &Work, lead: &str) -> Option<Arc<Fix>> {
    let line = work.last_line?;
    let source = &work.document.source;
    let block = work
        .document
        .blocks
        .iter()
        .rfind(|block| block.span().start <= line.end)?;
    let paragraph = block.as_paragraph()?;
    let text = source.slice(line);
    if text.len() > LONGEST {
        return None;
    }
    let plain = plain_line(text);
    let date = date_of(&plain, lead)?;
    let start = line.start.max(paragraph.span.start) as usize;
    let end = line.start as usize + text.trim_end().len();
    let written = format!("{lead}{date}");
    Some(Fix::new(
        format!("write the last line as `{written}`"),
        vec![Edit::write(Span::new(start..end), written)],
    ))
}

/// Gives the date at the end of a line whose other words are those of the form.
fn date_of<'a>(line: &'a str, lead: &str) -> Option<&'a str> {
    let line = line.trim_end_matches(['.', '_', ' ']);
    let known: Vec<String> = lead.split_whitespace().filter_map(letters).collect();
    let mut is_named = false;
    let mut rest = line.trim_start();
    while let Some((word, after)) =
        rest.split_once(|letter: char| letter.is_whitespace() || letter == ':')
    {
        if let Some(word) = letters(word) {
            is_named |= known.contains(&word) && !FILLERS.contains(&word.as_str());
            if !known.contains(&word) && !FILLERS.contains(&word.as_str()) {
                return None;
            }
        }
        rest = after
            .trim_start_matches(|letter: char| letter.is_whitespace() || ":-–—".contains(letter));
        if is_named && Date::parse(rest).is_ok() {
            return Some(rest);
        }
    }
    None
}

fn letters(word: &str) -> Option<String> {
    let letters: String = word
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    (!letters.is_empty()).then(|| letters.to_lowercase())
}

/// Moves the one paragraph that has the form to the end.
fn moved(work: &Work) -> Option<Arc<Fix>> {
    let form = work.contract.last_line.as_ref()?;
    let source = &work.document.source;
    let blocks = &work.document.blocks;
    let is_it = |block: &Block| {
        let text = source.slice(block.span()).trim();
        let is_line =
            block.as_paragraph().is_some() && text.len() <= LONGEST && !text.contains(['\n', '\r']);
        is_line
            && form
                .fit(&plain_line(text))
                .is_some_and(|fit| fit.dates.iter().all(|(_, date)| date.is_ok()))
    };
    let mut fitting = (0..work.end).filter(|&index| is_it(&blocks[index]));
    let (index, None) = (fitting.next()?, fitting.next()) else {
        return None;
    };
    let next = blocks.get(index + 1)?;
    let line = |at: u32| source.line(source.position(at).line).start;
    let start = blocks[index].span().start;
    let taken = source.slice(blocks[index].span()).trim_end().len();
    let text = Span::new(start as usize..start as usize + taken);
    let end = work.last_line?.end;
    let put = Edit {
        span: Span { start: end, end },
        pieces: vec![
            Piece::Written(line_end(source).repeat(2)),
            Piece::Taken(text),
        ],
    };
    let cut = Edit::write(
        Span {
            start,
            end: line(next.span().start),
        },
        "",
    );
    Some(Fix::new(
        "move the line to the end of the document",
        vec![cut, put],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_found_behind_words_that_mean_the_form() {
        for (line, date) in [
            ("Last updated 2026-11-20", Some("2026-11-20")),
            ("Updated: Nov 20, 2026.", Some("Nov 20, 2026")),
            ("Last Updated - 20 November 2026", Some("20 November 2026")),
            ("updated on 2026-11-20", Some("2026-11-20")),
            ("Last reviewed: 2026-11-20", None),
            ("Last 2026-11-20", None),
            ("Last updated: soon", None),
            ("2026-11-20", None),
            ("", None),
        ] {
            assert_eq!(date_of(line, "Last updated: "), date, "{line}");
        }
    }
}
