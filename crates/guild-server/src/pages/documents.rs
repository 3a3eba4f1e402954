//! The documents under `/docs`, which are compiled into the binary: the guide, and one for each operation of the API.

use std::collections::HashMap;
use std::sync::LazyLock;

use guild_check::Source;
use guild_check::markdown::{Block, Markdown};

use super::markdown;
use super::text::Html;
use crate::links;

include!(concat!(env!("OUT_DIR"), "/documents.rs"));

/// A document of ours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Document {
    /// Which part of the documents it belongs to.
    pub(super) part: Part,
    /// The name of its file, without `.md`.
    pub(super) name: &'static str,
    /// Its first heading.
    pub(super) title: &'static str,
    /// What follows the first heading.
    pub(super) text: &'static str,
}

/// The parts of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// How to do something.
    Guide,
    /// What an operation of the API takes and gives.
    Api,
}

/// Every document: the guide by file name, then the API by method and path.
static ALL: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let guides = GUIDES.iter().map(|file| Document::new(Part::Guide, file));
    let endpoints = ENDPOINTS.iter().map(|file| Document::new(Part::Api, file));
    let mut endpoints: Vec<Document> = endpoints.collect();
    endpoints.sort_by_key(|document| document.title);
    guides.chain(endpoints).collect()
});

/// The documents of operations by their titles, which other documents mention.
static BY_TITLE: LazyLock<HashMap<&'static str, &'static Document>> = LazyLock::new(|| {
    let documents = of(Part::Api);
    documents
        .map(|document| (document.title, document))
        .collect()
});

/// Lists the documents of a part.
pub(super) fn of(part: Part) -> impl Iterator<Item = &'static Document> {
    ALL.iter().filter(move |document| document.part == part)
}

/// Finds a document by the texts of an address.
pub(super) fn find(part: &str, name: &str) -> Option<&'static Document> {
    let mut all = ALL.iter();
    all.find(|document| document.part.word() == part && document.name == name)
}

impl Part {
    /// Gives its word in addresses, which is also the name of its folder.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Guide => "guide",
            Self::Api => "api",
        }
    }
}

impl Document {
    fn new(part: Part, &(name, file): &(&'static str, &'static str)) -> Self {
        let (first, text) = file.split_once('\n').unwrap_or((file, ""));
        Self {
            part,
            name,
            title: first.trim_start_matches('#').trim(),
            text,
        }
    }

    /// Gives the address of its page.
    pub(super) fn path(&self) -> String {
        links::document(self.part.word(), self.name)
    }

    /// Renders what follows the title; the operations that it mentions are linked.
    pub(super) fn html(&self) -> Html {
        let resolve = |path: &str| self.resolve(path);
        let mention = |code: &str| {
            let mentioned = BY_TITLE.get(code)?;
            (mentioned.title != self.title).then(|| mentioned.path())
        };
        markdown::block(
            self.text,
            &markdown::Setting {
                top_level: 1,
                resolve: &resolve,
                mention: &mention,
            },
        )
    }

    /// Gives the paragraph that says what it is about.
    pub(super) fn summary(&self) -> Html {
        let source = Source::new("", self.text);
        let page = Markdown::parse(&source);
        let blocks = match self.part {
            Part::Guide => Some(page.blocks.as_slice()),
            Part::Api => page.section("What it does").map(|section| section.blocks),
        };
        let mut blocks = blocks.unwrap_or_default().iter();
        let paragraph = blocks.find_map(Block::as_paragraph);
        let text = paragraph.map_or("", |paragraph| source.slice(paragraph.span));
        markdown::inline(text)
    }

    /// Makes the address of a file of the repository that it links: another document, or what a page here shows.
    fn resolve(&self, path: &str) -> Option<String> {
        let (path, fragment) = match path.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment)),
            None => (path, None),
        };
        match path {
            "../openapi.json" => return Some(links::openapi().to_owned()),
            "../rules.md" => return Some(links::rules().to_owned()),
            _ => {}
        }
        let name = path.strip_suffix(".md")?;
        let found = match name
            .strip_prefix("../")
            .and_then(|name| name.split_once('/'))
        {
            Some((part, name)) => find(part, name),
            None => find(self.part.word(), name),
        };
        let anchor = fragment.map_or_else(String::new, markdown::anchor);
        found.map(|document| document.path() + &anchor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_has_a_title_and_a_summary() {
        assert!(of(Part::Guide).count() >= 6);
        let operations = crate::openapi_json().matches("\"operationId\"").count();
        assert_eq!(of(Part::Api).count(), operations);
        for document in ALL.iter() {
            assert!(!document.title.is_empty(), "{}", document.name);
            assert!(!document.summary().as_str().is_empty(), "{}", document.name);
        }
    }

    #[test]
    fn links_between_files_lead_to_pages() {
        let guide = find("guide", "contracts").unwrap();
        assert_eq!(
            guide.resolve("skill-levels.md#the-levels").as_deref(),
            Some("/docs/guide/skill-levels#text-the-levels")
        );
        assert_eq!(
            guide.resolve("../api/list-skills.md").as_deref(),
            Some("/docs/api/list-skills")
        );
        assert_eq!(
            guide.resolve("../openapi.json").as_deref(),
            Some("/openapi.json")
        );
        assert_eq!(guide.resolve("../../LICENSE"), None);
        assert_eq!(guide.resolve("no-such.md"), None);
    }
}
