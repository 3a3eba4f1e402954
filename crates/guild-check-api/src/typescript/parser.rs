//! The parser: a text becomes a syntax tree, on a stack that is large enough, and goes on behind what it cannot read.

use std::thread;

use guild_check::{Source, Span};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{Parser, ParserReturn};
use oxc_span::SourceType;

use super::nesting::{Depth, too_deep};

/// The stack for one file: the parser takes up to 8 KiB for each level (measured without optimization).
const STACK_BYTES: usize = 256 << 20;

const DEPTH: Depth = Depth {
    brackets: 128,
    levels: 16_000,
};

/// How many declarations are left out, at most, before a file is given up.
const REPAIRS: usize = 16;

/// How many syntax faults of one file are told.
const FAULTS: usize = 20;

/// Words that begin a declaration at the start of a line.
const BEGINNINGS: [&str; 14] = [
    "abstract ",
    "class ",
    "const ",
    "declare ",
    "enum ",
    "export ",
    "function ",
    "import ",
    "interface ",
    "let ",
    "namespace ",
    "type ",
    "var ",
    "/**",
];

/// Why a part of a file was not read.
#[derive(Debug)]
pub(super) enum Unread {
    /// It nests too deep; nothing of the file was read.
    TooDeep(Span),
    /// It is not TypeScript.
    Syntax(Span, String),
    /// The parser gave up on the whole file.
    Nothing,
}

/// Parses a text and makes something of it; the second value is what was not read.
pub(super) fn parse<T: Send>(
    source: &Source,
    make: impl FnOnce(&Program<'_>) -> T + Send,
) -> (Option<T>, Vec<Unread>) {
    if let Some(at) = too_deep(source.text(), DEPTH) {
        return (None, vec![Unread::TooDeep(Span::new(at..at))]);
    }
    let parsed = thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, || parse_here(source, make));
        thread.ok().and_then(|thread| thread.join().ok())
    });
    parsed.unwrap_or_else(|| (None, vec![Unread::Nothing]))
}

fn parse_here<T>(
    source: &Source,
    make: impl FnOnce(&Program<'_>) -> T,
) -> (Option<T>, Vec<Unread>) {
    let kind = SourceType::from_path(source.path())
        .unwrap_or_default()
        .with_module(true);
    let mut unread = Vec::new();
    let mut text = source.text().to_owned();
    for _ in 0..=REPAIRS {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &text, kind).parse();
        let found: Vec<(Span, String)> = faults(&parsed, text.len()).collect();
        // What the parser gave up at stands last; the others come again when it does not.
        let new = if parsed.panicked {
            found.len().saturating_sub(1)
        } else {
            0
        };
        for (span, message) in &found[new..] {
            let is_known =
                |other: &Unread| matches!(other, Unread::Syntax(known, _) if known == span);
            if unread.len() < FAULTS && !unread.iter().any(is_known) {
                unread.push(Unread::Syntax(*span, message.clone()));
            }
        }
        if !parsed.panicked {
            return (Some(make(&parsed.program)), unread);
        }
        let at = found.last().map(|(span, _)| span.start);
        let repaired = at.and_then(|at| without_declaration(&text, at as usize));
        let Some(repaired) = repaired else {
            break;
        };
        text = repaired;
    }
    (None, unread)
}

fn faults<'p>(
    parsed: &'p ParserReturn<'_>,
    length: usize,
) -> impl Iterator<Item = (Span, String)> + use<'p> {
    parsed.diagnostics.errors().map(move |diagnostic| {
        let label = diagnostic.labels.first();
        let start = label.map_or(0, |label| (label.offset() as usize).min(length));
        let end = label.map_or(0, |label| (start + label.len() as usize).min(length));
        (Span::new(start..end), diagnostic.message.to_string())
    })
}

/// Blanks the declaration that a fault stands in, so that all others keep their places.
///
/// A fault in the first line of a declaration may be a bracket that the one before left open.
fn without_declaration(text: &str, at: usize) -> Option<String> {
    let begins =
        |line: &str| BEGINNINGS.iter().any(|word| line.starts_with(word)) || line.starts_with('@');
    let mut starts = vec![0];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if begins(line) && offset > 0 {
            starts.push(offset);
        }
        offset += line.len();
    }
    starts.push(text.len());
    let chunks: Vec<&[usize]> = starts.windows(2).collect();
    let here = chunks
        .iter()
        .rposition(|chunk| chunk[0] <= at.min(text.len().saturating_sub(1)))?;
    let part = |index: usize| &text[chunks[index][0]..chunks[index][1]];
    let is_first_line = !text
        .get(chunks[here][0]..at)
        .is_some_and(|head| head.contains('\n'));
    let before = (0..here)
        .rev()
        .find(|index| !part(*index).trim().is_empty());
    let is_open =
        |part: &str| part.matches(['{', '(', '[']).count() > part.matches(['}', ')', ']']).count();
    let index = match before {
        Some(before) if is_first_line && is_open(part(before)) => before,
        Some(before) if part(here).trim().is_empty() => before,
        _ => here,
    };
    if part(index).trim().is_empty() {
        return None;
    }
    let blank: String = part(index)
        .bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();
    Some(format!(
        "{}{blank}{}",
        &text[..chunks[index][0]],
        &text[chunks[index][1]..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> (Option<usize>, usize) {
        let (count, unread) = parse(&Source::new("a.ts", text), |program| program.body.len());
        (count, unread.len())
    }

    #[test]
    fn what_follows_a_fault_is_still_read() {
        assert_eq!(
            count("interface A { a: string }\ninterface B { b: = }\ninterface C { c: string }\n"),
            (Some(2), 1)
        );
        assert_eq!(
            count(
                "interface A {\n  a: string;\n\nexport interface B { b: string }\nexport interface C { c: string }\n"
            ),
            (Some(2), 1)
        );
        assert_eq!(count("type A = \"ä\n"), (Some(0), 1));
        assert_eq!(count("%%%"), (Some(0), 1));
    }

    #[test]
    fn levels_without_end_are_refused_and_never_overflow() {
        let deep = |open: &str, close: &str, levels: usize| {
            count(&format!(
                "type A = {}x{}",
                open.repeat(levels),
                close.repeat(levels)
            ))
        };
        assert_eq!(deep("{ a: ", "}", 100_000), (None, 1));
        assert_eq!(deep("keyof ", "", 1_000_000), (None, 1));
        assert_eq!(deep("keyof ", "", 15_900), (Some(1), 0));
        assert_eq!(deep("(", ")", 100), (Some(1), 0));
        assert_eq!(count(&format!("x = {}1", "!".repeat(15_900))), (Some(1), 0));
        assert_eq!(
            count(&format!("{}1", "class extends ".repeat(7_900))).0,
            Some(0)
        );
    }
}
