//! Reading the steps of a flow.

use guild_check::markdown::{Block, CodeBlock, List, ListItem};
use guild_check::{Source, Span};

use super::filled::Wrong;
use super::read::{At, Reader, first_line, folded, words_span};
use super::token::tokens;
use super::{Part, Step, StepKind, forms, suggest};
use crate::shape::{Shape, ShapeProblem};

/// For more lines nobody wants to read what each is nearest to.
const MOST_SUGGESTIONS: usize = 200;

impl Reader<'_> {
    pub(super) fn steps(&mut self, list: &List, next: Option<&CodeBlock>) -> bool {
        if self.at != At::Flow {
            let help = "put them under a heading: ## Flow: <what the user does>";
            let line = first_line(self.source, list.span);
            self.problem(
                Part::Flow,
                Wrong::new(line, "these steps stand in no flow", help),
            );
            return false;
        }
        let last = list.items.len().saturating_sub(1);
        let mut is_taken = false;
        for (index, item) in list.items.iter().enumerate() {
            let next = next.filter(|_| index == last);
            is_taken = self.step(item, next);
        }
        is_taken
    }

    /// Reads a step; says whether it took the block that follows the list.
    fn step(&mut self, item: &ListItem, next: Option<&CodeBlock>) -> bool {
        let span =
            words_span(self.source, item).unwrap_or_else(|| first_line(self.source, item.span));
        let own = item.blocks.iter().skip(1).find_map(Block::as_code);
        let mut takes = false;
        let kind = match self.kind(span, own, next, &mut takes) {
            Ok(kind) => kind,
            Err(wrong) => {
                self.problem(Part::Flow, wrong);
                StepKind::Unreadable
            }
        };
        self.nothing_else(item, own);
        let text = folded(self.source.slice(span));
        if let Some(flow) = self.plan.flows.last_mut() {
            let number = u32::try_from(flow.steps.len() + 1).unwrap_or(u32::MAX);
            flow.steps.push(Step {
                number,
                kind,
                span,
                text,
            });
        }
        takes && own.is_none() && next.is_some()
    }

    fn kind(
        &self,
        span: Span,
        own: Option<&CodeBlock>,
        next: Option<&CodeBlock>,
        takes: &mut bool,
    ) -> Result<StepKind, Wrong> {
        let tokens = tokens(self.source, span);
        let Some((index, filled)) = forms::fill(&tokens) else {
            return Err(match self.plan.problems.len() < MOST_SUGGESTIONS {
                true => suggest::suggest(span, &tokens),
                false => Wrong::new(span, "this is no step", "mend the steps above first"),
            });
        };
        let mut filled = filled?;
        let end = Span {
            start: span.end,
            end: span.end,
        };
        *takes = forms::takes_block(&forms::pieces()[index]);
        match (*takes, own, own.or(next)) {
            (true, _, Some(code)) => filled.block = Some(self.shape(code)?),
            (true, _, None) => {
                let help = "put a JSON block under the step, indented with it";
                return Err(Wrong::new(end, "the JSON block is missing here", help));
            }
            (false, Some(code), _) => {
                let help = "end the line with `and body matches:` or `sends body matching:`, or take the block away";
                return Err(Wrong::new(
                    first_line(self.source, code.span),
                    "this step takes no block",
                    help,
                ));
            }
            (false, None, _) => {}
        }
        (forms::FORMS[index].build)(&mut filled)
    }

    fn shape(&self, code: &CodeBlock) -> Result<Shape, Wrong> {
        if !code.is_closed {
            let help = "close it with a fence of the same kind, indented with the step";
            return Err(Wrong::new(
                first_line(self.source, code.span),
                "this block is never closed",
                help,
            ));
        }
        Shape::read(&code.content).map_err(|problem| {
            let span = within(self.source, code, &problem);
            Wrong::new(span, problem.message, problem.help)
        })
    }

    fn nothing_else(&mut self, item: &ListItem, own: Option<&CodeBlock>) {
        let rest = item.blocks.iter().skip(1);
        let other = rest.filter(|block| !matches!(block, Block::Html(_) | Block::Break(_)));
        let other: Vec<&Block> = other.collect();
        let more = other
            .into_iter()
            .find(|block| block.as_code().is_none_or(|code| Some(code) != own));
        if let Some(block) = more {
            let help = "write one line, and a JSON block where the line ends with a colon";
            let line = first_line(self.source, block.span());
            self.problem(Part::Flow, Wrong::new(line, "a step is one line", help));
        }
    }
}

/// Finds a part of a block in the file: the block's lines are indented there.
fn within(source: &Source, code: &CodeBlock, problem: &ShapeProblem) -> Span {
    let content = &code.content;
    let at = problem.range.start.min(content.trim_end().len());
    let start_of_line = content[..at].rfind('\n').map_or(0, |end| end + 1);
    let above = content[..at].matches('\n').count();
    let line_text = content[start_of_line..].lines().next().unwrap_or_default();
    let line = source.line_of(code.content_span.start) + u32::try_from(above).unwrap_or(0);
    let line_span = source.line(line);
    let indent = source
        .slice(line_span)
        .len()
        .saturating_sub(line_text.len());
    let start = line_span.start as usize + indent + (at - start_of_line);
    let length = problem
        .range
        .len()
        .min(line_text.len().saturating_sub(at - start_of_line));
    Span::new(start..start + length)
}
