//! The name that a skill gives itself.

use guild_check::Source;

use crate::front_matter::{FrontMatter, LIMITS};

/// Finds `name` in the front matter of SKILL.md, as it is written there; absent when it is missing or empty.
pub fn named(skill_md: &str) -> Option<String> {
    let source = Source::new("SKILL.md", skill_md);
    let front_matter = FrontMatter::read(&source, LIMITS);
    let name = front_matter.text("name")?.text.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
