//! Writing pages: from the first one along all links, each once.

use std::collections::{BTreeSet, VecDeque};
use std::io;

use serde_json::Value;

use super::address::{self, Address};
use super::api::Names;
use super::{Export, ExportError, Exported, MARK, rewrite};
use crate::document::Media;
use crate::links;
use crate::pages;

/// The work of writing a catalog down.
pub(super) struct Walk<'e, T> {
    pub(super) export: &'e Export,
    take: T,
    /// What was written, by its file.
    seen: BTreeSet<String>,
    /// What is linked and not yet written: the path, and where the link stands.
    waiting: VecDeque<(String, String)>,
    done: Exported,
}

impl<'e, T: FnMut(&str, &[u8]) -> io::Result<()>> Walk<'e, T> {
    pub(super) fn new(export: &'e Export, take: T) -> Self {
        Self {
            export,
            take,
            seen: BTreeSet::new(),
            waiting: VecDeque::new(),
            done: Exported::default(),
        }
    }

    /// Writes what says how the folder is to be served.
    pub(super) fn begin(&mut self) -> Result<(), ExportError> {
        // GitHub Pages leaves out what begins with a dot, unless this is there.
        self.give(".nojekyll", b"")
    }

    /// Writes all pages, and what they link to.
    pub(super) async fn pages(&mut self, names: &Names) -> Result<(), ExportError> {
        for asset in pages::assets() {
            self.add(asset, links::home());
        }
        let first = [links::home(), "/search", links::rules(), links::docs()];
        for path in first {
            self.add(path, links::home());
        }
        for pack in &names.packs {
            self.add(&links::pack(pack), links::home());
        }
        for (skill, versions) in &names.skills {
            self.add(&links::skill(skill), links::home());
            for version in versions {
                self.add(&links::release(skill, version), &links::skill(skill));
            }
        }
        while let Some((path, from)) = self.waiting.pop_front() {
            self.follow(&path, &from).await?;
        }
        self.done.packs = names.packs.len() as u64;
        self.done.skills = names.skills.len() as u64;
        self.done.releases = names.skills.values().map(|all| all.len() as u64).sum();
        Ok(())
    }

    /// Writes the indexes for installers, which name what was written before them.
    pub(super) async fn indexes(&mut self, names: &Names) -> Result<(), ExportError> {
        let mut places = Vec::new();
        for (skill, versions) in &names.skills {
            let releases = versions
                .iter()
                .map(|version| links::release(skill, version));
            places.extend(releases);
            places.push(links::skill(skill));
        }
        places.extend(names.packs.iter().map(|pack| links::pack(pack)));
        places.push(String::new());
        for place in places {
            for folder in ["agent-skills", "skills"] {
                let path = format!("{place}/.well-known/{folder}/index.json");
                self.index(&path).await?;
            }
        }
        Ok(())
    }

    /// Writes an index with addresses that hold wherever the folder is served.
    async fn index(&mut self, path: &str) -> Result<(), ExportError> {
        let body = self.export.demand(path).await?;
        let Some(here) = address::of(path) else {
            return Ok(());
        };
        let mut index: Value = parsed(path, &body)?;
        let skills = index["skills"].as_array_mut();
        for skill in skills.into_iter().flatten() {
            let target = skill["url"].as_str().and_then(address::of);
            if let Some(target) = target {
                skill["url"] = address::relative(&here.url, &target.url).into();
            }
        }
        self.give(&here.file, index.to_string().as_bytes())
    }

    /// Writes what stands for all that is not there, and last the mark that tells clients what this is.
    pub(super) fn end(mut self) -> Result<Exported, ExportError> {
        let page = self.export.missing_page();
        let base = self.export.base();
        let root = base.find("://").map_or(base, |at| &base[at + 3..]);
        let root = root.find('/').map_or("", |at| &root[at..]).to_owned();
        // It is served under any address, so its links begin at the root.
        let page = rewrite::links(&page, |link| match address::of(link) {
            Some(address) => Some(format!("{root}/{}", address.url)),
            None => Some(link.to_owned()),
        });
        self.give("404.html", page.as_bytes())?;
        let mark = serde_json::json!({ "form": "EXPORT", "version": 1 });
        self.give(MARK, mark.to_string().as_bytes())?;
        Ok(self.done)
    }

    /// Writes what a path holds, as it is.
    pub(super) async fn copy(&mut self, path: &str) -> Result<(), ExportError> {
        let body = self.export.demand(path).await?;
        match address::of(path) {
            Some(address) => self.give(&address.file, &body),
            None => Ok(()),
        }
    }

    /// Writes a file, once.
    pub(super) fn give(&mut self, file: &str, bytes: &[u8]) -> Result<(), ExportError> {
        if !self.seen.insert(file.to_owned()) {
            return Ok(());
        }
        (self.take)(file, bytes).map_err(|source| ExportError::Write {
            path: file.to_owned(),
            source,
        })
    }

    /// Writes what a link leads to.
    async fn follow(&mut self, path: &str, from: &str) -> Result<(), ExportError> {
        let Some(here) = address::of(path) else {
            return Ok(());
        };
        if self.seen.contains(&here.file) {
            return Ok(());
        }
        let Some(document) = self.export.ask(path).await? else {
            self.done.broken.insert(path.to_owned(), from.to_owned());
            return Ok(());
        };
        if document.media != Media::Html {
            return self.give(&here.file, &document.body);
        }
        let page = String::from_utf8_lossy(&document.body);
        let page = rewrite::links(&page, |link| self.link(link, &here, path));
        self.give(&here.file, page.as_bytes())
    }

    /// Makes a link of a page anew, and remembers to follow it.
    fn link(&mut self, link: &str, here: &Address, from: &str) -> Option<String> {
        let (link, fragment) = match link.split_once('#') {
            Some((link, fragment)) => (link, format!("#{fragment}")),
            None => (link, String::new()),
        };
        let base = self.export.base();
        let of_base = link.strip_prefix(base).filter(|rest| rest.starts_with('/'));
        let path = of_base.unwrap_or(link);
        if !path.starts_with('/') || path.starts_with("//") {
            return Some(format!("{link}{fragment}"));
        }
        let Some(target) = address::of(path) else {
            self.done.unlinked.insert(path.to_owned(), from.to_owned());
            return None;
        };
        self.add(path, from);
        let way = match of_base {
            Some(_) => format!("{}/{}", self.export.base(), target.url),
            None => address::relative(&here.url, &target.url),
        };
        Some(way + &fragment)
    }

    fn add(&mut self, path: &str, from: &str) {
        let is_new = address::of(path).is_some_and(|address| !self.seen.contains(&address.file));
        if is_new {
            self.waiting.push_back((path.to_owned(), from.to_owned()));
        }
    }
}

/// Reads JSON of our own.
pub(super) fn parsed(path: &str, body: &[u8]) -> Result<Value, ExportError> {
    serde_json::from_slice(body).map_err(|error| ExportError::Answer {
        path: path.to_owned(),
        message: error.to_string(),
    })
}
