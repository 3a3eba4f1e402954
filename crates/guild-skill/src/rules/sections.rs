//! The sections of PAGE.md, as several rules see them.

use guild_check::markdown::Section;

use crate::skill::PageMd;

/// Finds a section of the page.
pub(super) fn section<'a>(page: &'a PageMd, name: &str) -> Option<Section<'a>> {
    let section = page.markdown.section(name)?;
    (section.heading.level == 2).then_some(section)
}
