//! Reading a plan from its Markdown.

use guild_check::markdown::{Block, CodeBlock, Heading, List, ListItem};
use guild_check::{Markdown, Source, Span};

use super::filled::Wrong;
use super::head::{self, Seen, is_head_line};
use super::{Flow, Instead, Part, Plan, Problem, VitalsWanted};

const STEP_WORDS: [&str; 12] = [
    "Navigate",
    "Click",
    "Fill",
    "Select",
    "Check",
    "Uncheck",
    "Press",
    "Hover",
    "Upload",
    "Scroll",
    "Assert",
    "Screenshot",
];

/// A plan in the making.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) plan: Plan,
    pub(super) seen: Seen,
    pub(super) at: At,
    has_title: bool,
}

/// Which part of the plan the next block is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Head,
    Flow,
    /// Below a heading that is no flow's: words for people.
    Prose,
}

impl Plan {
    /// Reads a plan. Whatever the text is, there is a plan: what could not be read is in its problems.
    pub fn read(source: &Source) -> Self {
        let markdown = Markdown::parse(source);
        let mut reader = Reader {
            source,
            plan: empty(source),
            seen: Seen::default(),
            at: At::Head,
            has_title: false,
        };
        let mut blocks = markdown.blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            let next = blocks.peek().and_then(|next| next.as_code());
            if reader.block(block, next) {
                blocks.next();
            }
        }
        reader.finish()
    }
}

fn empty(source: &Source) -> Plan {
    Plan {
        source: source.clone(),
        title: String::new(),
        title_span: Span::default(),
        entry_url: None,
        entry_span: Span::default(),
        viewport: super::Viewport::default(),
        color_scheme: super::ColorScheme::default(),
        step_timeout: Plan::STEP_TIMEOUT,
        expected_console: Vec::new(),
        vitals: VitalsWanted::default(),
        secrets: Vec::new(),
        flows: Vec::new(),
        problems: Vec::new(),
        missing_files: Vec::new(),
    }
}

/// Gives where the words of an item stand: its first paragraph, without the line end.
pub(super) fn words_span(source: &Source, item: &ListItem) -> Option<Span> {
    let span = item.blocks.first()?.as_paragraph()?.span;
    Some(trimmed(source, span))
}

fn trimmed(source: &Source, span: Span) -> Span {
    let text = source.slice(span);
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    Span::new(span.start as usize + start..span.start as usize + end)
}

impl Reader<'_> {
    pub(super) fn problem(&mut self, part: Part, wrong: Wrong) {
        self.plan.problems.push(Problem {
            part,
            span: wrong.span,
            message: wrong.message,
            help: wrong.help,
            instead: wrong.instead,
        });
    }

    /// Reads a block; says whether the code block behind it belongs to it too.
    fn block(&mut self, block: &Block, next: Option<&CodeBlock>) -> bool {
        match block {
            Block::Heading(heading) => self.heading(heading),
            Block::List(list) if list.is_ordered => return self.steps(list, next),
            Block::List(list) => self.bullets(list),
            Block::Paragraph(paragraph) => self.paragraph(trimmed(self.source, paragraph.span)),
            Block::Code(code) if self.at == At::Flow => {
                let help = "put it under the step that ends with a colon";
                self.problem(
                    Part::Flow,
                    Wrong::new(
                        first_line(self.source, code.span),
                        "this block belongs to no step",
                        help,
                    ),
                );
            }
            Block::Code(code) if !code.is_closed => {
                let help = "close it with a fence of the same kind";
                self.problem(
                    Part::Head,
                    Wrong::new(
                        first_line(self.source, code.span),
                        "this block is never closed and takes the rest of the plan",
                        help,
                    ),
                );
            }
            Block::Code(_)
            | Block::Table(_)
            | Block::Html(_)
            | Block::Quote(_)
            | Block::Break(_) => {}
        }
        false
    }

    fn heading(&mut self, heading: &Heading) {
        let text = self.source.slice(heading.text_span).trim();
        match heading.level {
            1 => self.title(heading, text),
            2 => match text.strip_prefix("Flow:") {
                Some(name) => self.flow(heading, name.trim()),
                None => self.other_heading(heading, text),
            },
            _ if text.starts_with("Flow") => self.other_heading(heading, text),
            _ => {}
        }
    }

    fn title(&mut self, heading: &Heading, text: &str) {
        let form = "write one title: # Test plan: Create a task";
        if self.has_title {
            self.problem(
                Part::Head,
                Wrong::new(heading.text_span, "a plan has one title", form),
            );
            return;
        }
        self.has_title = true;
        self.plan.title_span = heading.text_span;
        match text.strip_prefix("Test plan:").map(str::trim) {
            Some("") => self.problem(
                Part::Head,
                Wrong::new(
                    heading.text_span,
                    "the title does not say what is tested",
                    form,
                ),
            ),
            Some(name) => self.plan.title = folded(name),
            None => {
                let rest = without_start(text, "test plan");
                let title = (!rest.is_empty()).then(|| Instead {
                    span: heading.text_span,
                    text: format!("Test plan: {rest}"),
                });
                let help = format!(
                    "did you mean: # Test plan: {}",
                    if rest.is_empty() {
                        "<what is tested>"
                    } else {
                        rest
                    }
                );
                let message = "the title does not begin with `Test plan:`";
                let wrong = Wrong::new(heading.text_span, message, help);
                let instead = title;
                self.problem(Part::Head, Wrong { instead, ..wrong });
            }
        }
    }

    fn flow(&mut self, heading: &Heading, name: &str) {
        self.at = At::Flow;
        if name.is_empty() {
            let help = "write: ## Flow: <what the user does>";
            self.problem(
                Part::Flow,
                Wrong::new(heading.text_span, "the flow has no name", help),
            );
        }
        self.plan.flows.push(Flow {
            name: folded(name),
            span: heading.text_span,
            steps: Vec::new(),
        });
    }

    /// A heading that was meant for a flow would hide its steps from the run; what else stands there is prose.
    fn other_heading(&mut self, heading: &Heading, text: &str) {
        if heading.level == 2 {
            self.at = At::Prose;
        }
        if text.to_lowercase().starts_with("flow") {
            let rest = without_start(text, "flow");
            let name = if rest.is_empty() {
                "<what the user does>"
            } else {
                rest
            };
            let help = format!("did you mean: ## Flow: {name}");
            self.problem(
                Part::Flow,
                Wrong::new(heading.text_span, "this is no heading of a flow", help).instead(
                    trimmed(self.source, heading.span),
                    format!("## Flow: {name}"),
                ),
            );
        }
    }

    fn paragraph(&mut self, span: Span) {
        let text = self.source.slice(span);
        let line = first_line(self.source, span);
        let first = text.split_whitespace().next().unwrap_or_default();
        if self.at == At::Flow && STEP_WORDS.contains(&first) {
            let meant = format!("1. {}", folded(self.source.slice(line)));
            let help = format!("did you mean: {meant}");
            self.problem(
                Part::Flow,
                Wrong::new(line, "a step without a number is not run", help).instead(line, meant),
            );
        } else if self.at == At::Head && is_head_line(text) {
            let meant = format!("- {}", folded(self.source.slice(line)));
            let help = format!("did you mean: {meant}");
            self.problem(
                Part::Head,
                Wrong::new(line, "a line of the head is a bullet", help).instead(line, meant),
            );
        }
    }

    fn bullets(&mut self, list: &List) {
        match self.at {
            At::Head => list
                .items
                .iter()
                .for_each(|item| head::read_item(self, item)),
            At::Flow | At::Prose => {
                for item in &list.items {
                    let span = words_span(self.source, item);
                    span.into_iter().for_each(|span| self.paragraph(span));
                }
            }
        }
    }

    fn finish(mut self) -> Plan {
        if !self.has_title {
            let help = "begin the plan with: # Test plan: <what is tested>";
            let top = self.source.line(1);
            self.problem(Part::Head, Wrong::new(top, "the plan has no title", help));
        }
        self.plan.problems.sort_by_key(|problem| problem.span);
        self.plan
    }
}

/// Gives the first line of a span.
pub(super) fn first_line(source: &Source, span: Span) -> Span {
    let span = trimmed(source, span);
    let text = source.slice(span);
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    trimmed(
        source,
        Span::new(span.start as usize..span.start as usize + end),
    )
}

pub(super) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes a beginning off a heading, in any case, with the punctuation behind it.
fn without_start<'a>(text: &'a str, start: &str) -> &'a str {
    let is_start = text
        .get(..start.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(start));
    let rest = if is_start { &text[start.len()..] } else { text };
    rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '–' | '—' | '.'))
}
