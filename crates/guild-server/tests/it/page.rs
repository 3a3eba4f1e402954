//! A page as a browser without styles and scripts has it.

use crate::client::Answer;
use crate::world::World;

/// A page that was loaded.
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) html: String,
}

impl World {
    /// Loads a page as a browser does.
    pub(crate) fn page(&self, path: &str) -> Page {
        let answer: Answer = self.request("GET", path, &[("accept", "text/html")]);
        let content_type = answer.header("content-type");
        assert_eq!(content_type, Some("text/html; charset=utf-8"), "{path}");
        Page {
            status: answer.status,
            html: answer.text().to_owned(),
        }
    }
}

impl Page {
    /// Gives what stands on the page, with single spaces.
    pub(crate) fn text(&self) -> String {
        text_of(&self.html)
    }

    /// Gives the part of the page from a mark to the next other mark.
    pub(crate) fn part(&self, from: &str, to: &str) -> Self {
        let start = self.html.find(from);
        let start = start.unwrap_or_else(|| panic!("the page has no {from}"));
        let end = self.html[start..].find(to);
        let end = end.unwrap_or_else(|| panic!("the page has no {to} after {from}"));
        Self {
            status: self.status,
            html: self.html[start..start + end].to_owned(),
        }
    }

    /// Gives the start tags of an element, as written.
    pub(crate) fn tags(&self, element: &str) -> Vec<&str> {
        let start = format!("<{element}");
        let found = self.html.match_indices(&start).map(|(at, _)| {
            let tag = &self.html[at..];
            &tag[..=tag.find('>').expect("a tag ends")]
        });
        found
            .filter(|tag| tag[start.len()..].starts_with([' ', '>', '\n']))
            .collect()
    }

    /// Gives every tag without what stands in its quotes: names of the element and of its attributes.
    pub(crate) fn bare_tags(&self) -> Vec<String> {
        let tags = self.html.split('<').skip(1);
        let tags = tags.map(|tag| tag.split('>').next().unwrap_or_default());
        tags.map(|tag| tag.split('"').step_by(2).collect())
            .collect()
    }

    /// Gives the values of an attribute wherever it stands in a tag.
    pub(crate) fn values(&self, attribute: &str) -> Vec<String> {
        let mark = format!(" {attribute}=\"");
        let found = self.html.match_indices(&mark).map(|(at, _)| {
            let value = &self.html[at + mark.len()..];
            decoded(value.split('"').next().unwrap_or_default())
        });
        found.collect()
    }

    /// Holds that texts stand on the page one after the other.
    pub(crate) fn holds_in_order(&self, texts: &[impl AsRef<str>]) {
        let page = self.text();
        let mut rest = page.as_str();
        for text in texts {
            let text = single_spaced(text.as_ref());
            let at = rest.find(&text);
            let at = at.unwrap_or_else(|| {
                let near: String = rest.chars().take(400).collect();
                panic!("`{text}` is missing or out of order after: {near}")
            });
            rest = &rest[at + text.len()..];
        }
    }
}

/// Gives the words of HTML without its tags.
pub(crate) fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        match piece.split_once('>') {
            Some((tag, words)) => {
                let is_within_words = [
                    "code", "/code", "em", "/em", "a ", "/a", "span", "/span", "wbr",
                ]
                .iter()
                .any(|name| tag.starts_with(name));
                if !is_within_words {
                    text.push(' ');
                }
                text.push_str(words);
            }
            None => text.push_str(piece),
        }
    }
    single_spaced(&decoded(&text))
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn decoded(text: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&#60;", "<"),
        ("&gt;", ">"),
        ("&#62;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text.to_owned(), |text, (entity, character)| {
            text.replace(entity, character)
        })
}
