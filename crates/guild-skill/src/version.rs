//! The version that a skill's author gives it.

use guild_check::Source;
use semver::Version;

use crate::front_matter::{FrontMatter, LIMITS};

/// Finds `metadata.version` in the front matter of SKILL.md; absent when it is missing or not a semantic version.
pub fn version(skill_md: &str) -> Option<Version> {
    let source = Source::new("SKILL.md", skill_md);
    let front_matter = FrontMatter::read(&source, LIMITS);
    Version::parse(front_matter.metadata("version")?.text.trim()).ok()
}
