//! Orders to set other instructions aside, or to keep something from the user.

use guild_check::Findings;

use super::context::is_talked_about;
use super::lines::lines_with;
use super::orders::order_in;
use crate::rules::limit::is_full;
use crate::skill::{Signal, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        for line in lines_with(file, Signal::Override) {
            if is_full(source, findings) {
                break;
            }
            let Some((at, length)) = order_in(line.lower) else {
                continue;
            };
            let start = line.span.start as usize + at;
            let span = guild_check::Span::new(start..start + length);
            let shown = source.slice(span);
            if is_talked_about(file, line, start) {
                findings
                    .warning(
                        source.at(span),
                        format!("the text speaks of an order such as `{shown}`"),
                    )
                    .help("make plain that it is quoted, not meant: an assistant may still obey it")
                    .guess();
            } else {
                findings
                    .error(source.at(span), format!("the text orders the assistant: `{shown}`"))
                    .help("a skill adds to the person's instructions and never sets them aside or hides anything: remove it")
                    .guess();
            }
        }
    }
}
