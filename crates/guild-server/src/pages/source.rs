//! Files as they are, and Markdown files as they read.

use guild_check::Source;
use guild_skill::front_matter::{FrontMatter, LIMITS};

use super::markdown::{self, Setting};
use super::text::{self, Html};
use crate::links;

/// A Markdown file in its two views.
pub(super) struct SkillText {
    pub(super) source: Html,
    pub(super) rendered: Html,
    /// How many characters in it a reader would not see.
    pub(super) hidden: usize,
}

impl SkillText {
    /// Takes the text of a Markdown file.
    pub(super) fn new(text: &str, setting: &Setting<'_>) -> Self {
        Self {
            source: text::marked(&unified(text)),
            rendered: rendered(text, setting),
            hidden: text::count_hidden(&unified(text)),
        }
    }
}

/// Renders a Markdown file without its front matter, which is data and not prose.
pub(super) fn rendered(text: &str, setting: &Setting<'_>) -> Html {
    let source = Source::new("", text);
    let start = FrontMatter::read(&source, LIMITS).body_start as usize;
    let body = text.get(start..).unwrap_or(text);
    markdown::block(body, setting)
}

/// Makes every line end one character: an old form of it is nothing to warn of.
pub(super) fn unified(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Makes the address of a path that stands in the file `path` of a release.
pub(super) fn resolve<'a>(
    skill: &'a str,
    version: &'a str,
    path: &'a str,
) -> impl Fn(&str) -> Option<String> + 'a {
    move |address| {
        let end = address.find(['#', '?']).unwrap_or(address.len());
        let (target, _) = address.split_at(end);
        let mut parts: Vec<&str> = path.split('/').collect();
        parts.pop();
        for part in target.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        (!parts.is_empty()).then(|| links::file(skill, version, &parts.join("/")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_from_where_it_stands() {
        let resolved = |from: &str, to: &str| resolve("s", "1.0.0", from)(to);
        let file = |path: &str| Some(format!("/skills/s/releases/1.0.0/files/{path}"));
        assert_eq!(
            resolved("SKILL.md", "references/a.md#part"),
            file("references/a.md")
        );
        assert_eq!(
            resolved("references/a.md", "./b.md"),
            file("references/b.md")
        );
        assert_eq!(resolved("references/a.md", "../SKILL.md"), file("SKILL.md"));
        assert_eq!(resolved("SKILL.md", "../other/SKILL.md"), None);
        assert_eq!(resolved("SKILL.md", "."), None);
    }

    #[test]
    fn front_matter_is_not_prose() {
        let text = SkillText::new("---\r\nname: a\r\n---\r\n\r\n# A\r\n", &Setting::ALONE);
        assert_eq!(text.rendered.as_str().trim(), "<h3 id=\"text-a\">A</h3>");
        assert_eq!(text.source.as_str(), "---\nname: a\n---\n\n# A\n");
        assert_eq!(text.hidden, 0);
    }
}
