//! The record of a skill without PAGE.md, derived from SKILL.md (DESIGN.md 3).

use guild_check::Source;
use guild_check::markdown::{Markdown, Section};

use super::text;
use super::{PageRecord, UNSORTED_PACK};
use crate::front_matter::FrontMatter;

/// The most prompts a record holds (SPEC.md 2.1).
const PROMPTS: usize = 3;

/// Derives a record. Nothing is invented: a section that SKILL.md does not have gives an empty field.
pub(super) fn record(source: &Source, front_matter: &FrontMatter, description: &str) -> PageRecord {
    let markdown = Markdown::parse(source);
    let sections = markdown.sections();
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = sections
        .iter()
        .find(|section| section.heading.level == 1)
        .map(|section| section.heading.text.clone())
        .filter(|title| !title.is_empty());
    let name = || {
        let name = front_matter.text("name");
        name.map_or_else(String::new, |scalar| scalar.text.clone())
    };
    PageRecord {
        pack_label: UNSORTED_PACK.to_owned(),
        title: title.unwrap_or_else(name),
        summary: summary(&description).to_owned(),
        what_it_does: find(&sections, |key| key == "what it does")
            .and_then(|section| text::paragraphs(source, section.own_blocks)),
        when_to_use: find(&sections, is_when_to_use)
            .map_or_else(Vec::new, |section| text::items(source, section)),
        when_not_to_use: find(&sections, is_when_not_to_use)
            .map_or_else(Vec::new, |section| text::items(source, section)),
        example_prompts: quoted(&description).into_iter().take(PROMPTS).collect(),
        is_derived: true,
        description,
        skill_md: source.text().to_owned(),
        ..PageRecord::default()
    }
}

fn find<'a, 'b>(
    sections: &'a [Section<'b>],
    is_it: impl Fn(&str) -> bool,
) -> Option<&'a Section<'b>> {
    sections.iter().find(|section| is_it(&section.heading.key))
}

fn is_when_to_use(key: &str) -> bool {
    key.starts_with("when to use") || key.starts_with("when to apply")
}

fn is_when_not_to_use(key: &str) -> bool {
    [
        "when not to use",
        "when not to apply",
        "do not use",
        "don't use",
    ]
    .iter()
    .any(|start| key.starts_with(start))
}

/// Gives what the description says before it says when to use the skill; all of it where it says nothing before.
fn summary(description: &str) -> &str {
    let marks = [". Use ", ". TRIGGER ", ". Trigger "];
    let end = marks.iter().filter_map(|mark| description.find(mark)).min();
    end.map_or(description, |end| &description[..=end])
}

/// Which mark opens a quotation, and which ones close it, in English, German, Polish, French, Swedish and Japanese.
const QUOTES: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('»', &['«']),
    ('”', &['”']),
    ('「', &['」']),
    ('『', &['』']),
];

/// Gives the phrases in quotation marks: what a person might say to have the skill applied.
pub(crate) fn quoted(text: &str) -> Vec<String> {
    let mut phrases = Vec::new();
    let mut rest = text;
    let opens = |character: char| QUOTES.iter().any(|(open, _)| *open == character);
    while let Some(start) = rest.find(opens) {
        let open = rest[start..].chars().next().unwrap_or('"');
        let closes = QUOTES.iter().find(|(mark, _)| *mark == open);
        let closes = closes.map_or(&[][..], |(_, closes)| closes);
        let after = &rest[start + open.len_utf8()..];
        let Some(end) = after.find(closes) else {
            rest = after;
            continue;
        };
        let close = after[end..].chars().next().unwrap_or('"');
        let phrase = after[..end].trim().trim_end_matches([',', '.']);
        if phrase.contains(char::is_alphabetic) {
            phrases.push(phrase.to_owned());
        }
        rest = &after[end + close.len_utf8()..];
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_quoted_by_the_marks_of_any_language() {
        for text in [
            "say \"go\"",
            "say “go”",
            "sag „go“",
            "powiedz „go”",
            "dis « go »",
            "скажи «go»",
            "sag »go«",
            "「go」と言う",
            "『go』",
            "säg ”go”",
        ] {
            assert_eq!(quoted(text), ["go"], "{text}");
        }
        assert_eq!(
            quoted("“one” and „two“, «three» or \"four\""),
            ["one", "two", "three", "four"]
        );
        assert_eq!(quoted("an inch is 1\", « open"), [""; 0]);
    }
}
