//! Where the headings and the code of a Markdown file are, for those who ask many times.

use guild_check::Span;
use guild_check::markdown::Markdown;

/// How many headings back a place is followed to the ones over it.
const MOST_STEPS: usize = 200;

/// The headings and the code blocks of a file, in their order.
#[derive(Debug)]
pub struct Outline {
    headings: Vec<Heading>,
    code: Vec<Span>,
}

#[derive(Debug)]
struct Heading {
    start: u32,
    level: u8,
    lower: String,
}

impl Outline {
    /// Takes the outline of a file.
    pub fn of(markdown: &Markdown) -> Self {
        let headings = markdown.headings().map(|heading| Heading {
            start: heading.span.start,
            level: heading.level,
            lower: heading.text.to_lowercase(),
        });
        let mut code: Vec<Span> = markdown.code_blocks().map(|block| block.span).collect();
        code.sort();
        Self {
            headings: headings.collect(),
            code,
        }
    }

    /// Finds the code block that a span lies in.
    pub fn code_around(&self, span: Span) -> Option<Span> {
        let index = self.code.partition_point(|code| code.start <= span.start);
        let code = *self.code.get(index.checked_sub(1)?)?;
        (span.end <= code.end).then_some(code)
    }

    /// Gives the headings that a place stands under, the nearest first, in lower case.
    pub fn headings_over(&self, at: u32) -> impl Iterator<Item = &str> {
        let index = self.headings.partition_point(|heading| heading.start < at);
        let before = self.headings[..index].iter().rev().take(MOST_STEPS);
        let mut level = u8::MAX;
        before.filter_map(move |heading| {
            let is_over = heading.level < level;
            level = level.min(heading.level);
            is_over.then_some(heading.lower.as_str())
        })
    }
}
