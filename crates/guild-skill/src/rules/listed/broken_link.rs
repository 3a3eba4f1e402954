//! Links lead to files that the folder holds.

use guild_check::markdown::Link;
use guild_check::{Findings, Source};
use percent_encoding::percent_decode_str;

use crate::rules::limit::is_full;
use crate::skill::{File, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        if !file.is_markdown() || !may_link_files(source.text()) {
            continue;
        }
        let markdown = file.markdown();
        for link in markdown.links.iter().chain(&markdown.images) {
            judge(skill, file, source, link, findings);
        }
    }
}

/// Tells whether a text may hold a link other than to the web: reading Markdown costs more than looking.
fn may_link_files(text: &str) -> bool {
    let is_elsewhere = |at: usize| {
        let after = text[at..].trim_start_matches(['<', ' ']);
        ["http://", "https://", "#", "mailto:"]
            .iter()
            .any(|start| after.starts_with(start))
    };
    // One byte is found faster than two.
    let mut ends = text.match_indices(']').map(|(at, _)| at + 1);
    ends.any(|end| text[end..].starts_with(['(', ':']) && !is_elsewhere(end + 1))
}

fn judge(skill: &Skill, file: &File, source: &Source, link: &Link, findings: &mut Findings) {
    let destination = link.destination.split(['#', '?']).next().unwrap_or("");
    if destination.is_empty() || has_scheme(destination) || is_placeholder(destination) {
        return;
    }
    let (message, help) = match resolve(&file.path, destination) {
        Target::Outside => (
            format!("the link leads to `{destination}`, outside the skill's folder"),
            "an installed skill has nothing but its own folder: link a file in it, or a web address",
        ),
        Target::Inside(path) if skill.has_path(&path) => return,
        Target::Inside(path) => (
            format!("the link leads to `{path}`, which the folder does not hold"),
            "add the file, or correct the path: it is relative to the file with the link",
        ),
    };
    if is_full(source, findings) {
        return;
    }
    let place = source.at(link.span);
    // What lies beside SKILL.md and PAGE.md may be a template, whose links are for another folder.
    if matches!(file.path.as_str(), "SKILL.md" | "skill.md" | "PAGE.md") {
        findings.error(place, message).help(help);
    } else {
        findings.warning(place, message).help(help).guess();
    }
}

enum Target {
    Inside(String),
    Outside,
}

/// Follows a relative link from the file that it stands in.
fn resolve(from: &str, destination: &str) -> Target {
    let decoded = percent_decode_str(destination).decode_utf8();
    let decoded = decoded.unwrap_or(destination.into());
    if decoded.starts_with(['/', '\\', '~']) || decoded.as_bytes().get(1) == Some(&b':') {
        return Target::Outside;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in decoded.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => return Target::Outside,
            ".." => {}
            _ => parts.push(part),
        }
    }
    Target::Inside(parts.join("/"))
}

fn has_scheme(destination: &str) -> bool {
    let Some((scheme, _)) = destination.split_once(':') else {
        return destination.starts_with("//");
    };
    scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Examples write `[title](url)` and `[name](<path>)`: words that stand for a destination.
fn is_placeholder(destination: &str) -> bool {
    let is_word = !destination.contains(['.', '/']);
    is_word
        || destination.contains(['<', '>', '{', '}', '$', '…', '*'])
        || destination.contains("...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_escape_stays_as_it_is() {
        let Target::Inside(path) = resolve("SKILL.md", "a%20b/100%/c%+5.md") else {
            panic!("the path is one of the folder");
        };
        assert_eq!(path, "a b/100%/c%+5.md");
    }
}
