//! A skill refers to skills that the catalog holds.

use guild_check::Findings;
use guild_check::markdown::{InlineCode, Markdown};

use crate::name::SkillName;
use crate::rules::limit::is_full;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let skill_md = skill.skill_md.as_ref();
    let skill_md = skill_md.filter(|file| may_refer(file.source.text()));
    let skill_md = skill_md.map(|file| file.markdown());
    let page_md = skill.page_md.as_ref().map(|file| &*file.markdown);
    for markdown in skill_md.into_iter().chain(page_md) {
        for code in &markdown.inline_code {
            if !is_reference(markdown, code) || skill.known_skills.contains(&code.text) {
                continue;
            }
            if is_full(&markdown.source, findings) {
                break;
            }
            let message = format!(
                "the text refers to the skill `{}`, which is not known here",
                code.text
            );
            findings
                .warning(markdown.source.at(code.span), message)
                .help("refer to a skill that lies beside this one or in the catalog, or say what to do without it")
                .guess();
        }
    }
}

/// Tells whether a name in backticks stands for a skill: `the skill `x``, `the `x` skill`.
fn is_reference(markdown: &Markdown, code: &InlineCode) -> bool {
    let is_name = SkillName::parse(&code.text).is_ok() && code.text.contains('-');
    let text = markdown.source.text();
    let (start, end) = (code.span.start as usize, code.span.end as usize);
    is_name && (ends_in_skill(&text[..start]) || starts_with_skill(&text[end..]))
}

/// Tells whether any backtick stands beside the word: reading Markdown costs more than looking.
fn may_refer(text: &str) -> bool {
    let mut backticks = text.match_indices('`');
    backticks.any(|(at, _)| ends_in_skill(&text[..at]) || starts_with_skill(&text[at + 1..]))
}

fn ends_in_skill(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches(['*', ':']);
    ["skill", "Skill"].iter().any(|word| before.ends_with(word))
}

fn starts_with_skill(after: &str) -> bool {
    let after = after.trim_start().trim_start_matches('*').trim_start();
    after.strip_prefix("skill").is_some_and(|rest| {
        !rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '-' | '/'))
    })
}
