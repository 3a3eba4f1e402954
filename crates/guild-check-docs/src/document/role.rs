//! The parts that a section can have in a document.

use guild_check::Span;
use guild_check::markdown::{Block, Markdown};

use super::Section;

/// The part that a section has in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// What it does.
    Effect,
    /// When to use.
    WhenToUse,
    /// When NOT to use.
    WhenNotToUse,
    /// Authentication / permissions.
    Authentication,
    /// Request / parameters.
    Request,
    /// Response (success).
    Response,
    /// Errors.
    Errors,
    /// Examples.
    Examples,
    /// Edge cases / gotchas.
    EdgeCases,
    /// Related.
    Related,
}

impl Role {
    /// All roles in the order of the document.
    pub const ALL: [Self; 10] = [
        Self::Effect,
        Self::WhenToUse,
        Self::WhenNotToUse,
        Self::Authentication,
        Self::Request,
        Self::Response,
        Self::Errors,
        Self::Examples,
        Self::EdgeCases,
        Self::Related,
    ];

    /// Gives the name of the section, as the contract writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Effect => "What it does",
            Self::WhenToUse => "When to use",
            Self::WhenNotToUse => "When NOT to use",
            Self::Authentication => "Authentication / permissions",
            Self::Request => "Request / parameters",
            Self::Response => "Response (success)",
            Self::Errors => "Errors",
            Self::Examples => "Examples",
            Self::EdgeCases => "Edge cases / gotchas",
            Self::Related => "Related",
        }
    }

    /// Gives the keys of headings that mean the section too, so that its content is judged under another name as well.
    fn other_keys(self) -> &'static [&'static str] {
        match self {
            Self::Effect => &["summary", "overview", "description"],
            Self::WhenToUse => &[],
            Self::WhenNotToUse => &["whennottouseit", "whennot"],
            Self::Authentication => &[
                "authentication",
                "authorization",
                "permissions",
                "authenticationandpermissions",
            ],
            Self::Request => &["request", "parameters", "requestparameters", "arguments"],
            Self::Response => &["response", "successresponse", "returns", "returnvalue"],
            Self::Errors => &["error", "errorresponses", "errorcodes"],
            Self::Examples => &["example"],
            Self::EdgeCases => &["edgecases", "gotchas", "edgecasesandgotchas"],
            Self::Related => &["seealso", "relatedendpoints", "relatedfunctions"],
        }
    }
}

/// Gives a heading's letters and digits in lower case: case, style, code marks and punctuation do not tell two apart.
pub(super) fn key(text: &str) -> String {
    let letters = text.chars().filter(|character| character.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Finds the section of each role: by its own name first, by another name otherwise, an outer one before an inner one.
pub(super) fn sections(markdown: &Markdown) -> Vec<Section> {
    let headings: Vec<(usize, u8, String)> = markdown
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(index, block)| {
            let heading = block.as_heading()?;
            // No name of a section is that long; a key is not made of a heading of a megabyte.
            (heading.text.len() < 200).then(|| (index, heading.level, key(&heading.text)))
        })
        .collect();
    let mut sections: Vec<Section> = Role::ALL
        .into_iter()
        .filter_map(|role| {
            let own = key(role.name());
            let named = |is_name: &dyn Fn(&str) -> bool| {
                let those = headings.iter().filter(|(_, _, key)| is_name(key));
                those
                    .min_by_key(|(_, level, _)| *level)
                    .map(|(index, _, _)| *index)
            };
            let index = named(&|key| key == own)
                .or_else(|| named(&|key| role.other_keys().contains(&key)))?;
            section(markdown, role, index)
        })
        .collect();
    sections.sort_by_key(|section| section.heading.span);
    sections
}

/// Makes the section of a heading: up to the next heading of its level or above.
fn section(markdown: &Markdown, role: Role, index: usize) -> Option<Section> {
    let heading = markdown.blocks.get(index)?.as_heading()?.clone();
    let after = &markdown.blocks[index + 1..];
    let is_next = |block: &Block| {
        block
            .as_heading()
            .is_some_and(|next| next.level <= heading.level)
    };
    let count = after.iter().position(is_next).unwrap_or(after.len());
    let end = after
        .get(count)
        .map_or(markdown.body.end, |next| next.span().start);
    let body = Span {
        start: heading.span.end,
        end,
    };
    Some(Section {
        role,
        heading,
        blocks: index + 1..index + 1 + count,
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use guild_check::Source;

    #[test]
    fn a_name_is_known_in_any_style() {
        let text = "Title\n=====\n\nwhat it does\n---\n\nx\n\n## `Request` / Parameters: ##\n\ny\n\n### Errors.\n\nz\n";
        let markdown = Markdown::parse(&Source::new("a.md", text));
        let roles: Vec<Role> = sections(&markdown).iter().map(|found| found.role).collect();
        assert_eq!(roles, [Role::Effect, Role::Request, Role::Errors]);
    }

    #[test]
    fn an_outer_section_is_taken_before_an_inner_one() {
        let text = "## Examples\n\n### Errors\n\na\n\n## Errors\n\nb\n";
        let markdown = Markdown::parse(&Source::new("a.md", text));
        let sections = sections(&markdown);
        let errors = sections.iter().find(|found| found.role == Role::Errors);
        assert_eq!(errors.unwrap().heading.level, 2);
    }
}
