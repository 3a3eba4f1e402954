//! The files of a contract: the one that was asked for, and those that its references name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use guild_check::Source;

use super::address::address;
use crate::folder::{LoadError, Loading, leads_outside, read, resolve, within};
use crate::tree::{NodeId, Tree};

/// The files of a contract.
pub(super) struct Files {
    pub(super) trees: Vec<Arc<Tree>>,
    /// What became of each name in each file's references.
    pub(super) named: HashMap<(u32, String), Named>,
    /// `$id`, `$anchor` and `$dynamicAnchor`, by file and name; an `$id` counts in every file.
    pub(super) anchors: HashMap<(u32, String), (u32, NodeId)>,
}

/// What became of a file that a reference names.
#[derive(Clone, Debug)]
pub(super) enum Named {
    File(u32),
    Remote,
    Outside,
    Missing(String),
    /// Only the text itself is read.
    Beside,
    /// It stands on another machine and could not be fetched, and why.
    Unfetched(String),
}

/// A file by its path within the folder.
struct Wanted {
    from: u32,
    name: String,
}

impl Files {
    pub(super) fn collect(source: &Source, loading: &Loading<'_>) -> Self {
        let mut files = Self {
            trees: Vec::new(),
            named: HashMap::new(),
            anchors: HashMap::new(),
        };
        let mut known = HashMap::new();
        known.insert(within(loading.folder, Path::new(source.path())), 0);
        let mut wanted = files.add(Tree::parse(source, loading.limits));
        while let Some(next) = wanted.pop() {
            let key = (next.from, next.name.clone());
            if files.named.contains_key(&key) {
                continue;
            }
            let named = files.find(&next, loading, &mut known, &mut wanted);
            files.named.insert(key, named);
        }
        files
    }

    fn find(
        &mut self,
        wanted: &Wanted,
        loading: &Loading<'_>,
        known: &mut HashMap<PathBuf, u32>,
        more: &mut Vec<Wanted>,
    ) -> Named {
        let from = self.trees[wanted.from as usize].source.path();
        if let Some(url) = address(from, &wanted.name) {
            return self.fetched(&url, loading, known, more);
        }
        let Some(folder) = loading.folder else {
            return Named::Beside;
        };
        let from = Path::new(self.trees[wanted.from as usize].source.path()).to_path_buf();
        let from = within(Some(folder), &from);
        let Some(path) = resolve(&from, &wanted.name) else {
            return Named::Outside;
        };
        if let Some(file) = known.get(&path) {
            return Named::File(*file);
        }
        if self.trees.len() >= loading.files {
            return Named::Missing(format!("more than {} files are not read", loading.files));
        }
        let full = folder.join(&path);
        if leads_outside(&full, folder) {
            return Named::Outside;
        }
        match read(&full, loading) {
            Ok(source) => {
                let file = u32::try_from(self.trees.len()).unwrap_or(u32::MAX);
                known.insert(path, file);
                more.extend(self.add(Tree::parse(&source, loading.limits)));
                Named::File(file)
            }
            Err(LoadError::Unreadable { source, .. }) => Named::Missing(source.to_string()),
            Err(error) => Named::Missing(error.to_string()),
        }
    }

    /// Fetches a file, if that is allowed; what it names is fetched too, and never read from here.
    fn fetched(
        &mut self,
        url: &str,
        loading: &Loading<'_>,
        known: &mut HashMap<PathBuf, u32>,
        more: &mut Vec<Wanted>,
    ) -> Named {
        let is_named_here = self.anchors.contains_key(&(u32::MAX, url.to_owned()));
        let Some(remote) = loading.remote.filter(|_| !is_named_here) else {
            return Named::Remote;
        };
        if let Some(file) = known.get(Path::new(url)) {
            return Named::File(*file);
        }
        match remote.fetch(url) {
            Ok(text) => {
                let file = u32::try_from(self.trees.len()).unwrap_or(u32::MAX);
                known.insert(PathBuf::from(url), file);
                let source = Source::new(url, text);
                more.extend(self.add(Tree::parse(&source, loading.limits)));
                Named::File(file)
            }
            Err(why) => Named::Unfetched(why),
        }
    }

    /// Adds a file, and gives the files that it names.
    fn add(&mut self, tree: Tree) -> Vec<Wanted> {
        let from = u32::try_from(self.trees.len()).unwrap_or(u32::MAX);
        let mut wanted = Vec::new();
        for view in tree.views() {
            let Some(text) = view.text() else {
                continue;
            };
            let holder = || view.parent().map_or(view.id, |parent| parent.id);
            match view.key() {
                "$ref" | "$dynamicRef" => {
                    let name = text.split('#').next().unwrap_or("");
                    if !name.is_empty() {
                        wanted.push(Wanted {
                            from,
                            name: name.to_owned(),
                        });
                    }
                }
                "$anchor" | "$dynamicAnchor" => {
                    self.anchors
                        .entry((from, text.to_owned()))
                        .or_insert((from, holder()));
                }
                "$id" => {
                    self.anchors
                        .entry((u32::MAX, text.to_owned()))
                        .or_insert((from, holder()));
                }
                _ => {}
            }
        }
        self.trees.push(Arc::new(tree));
        wanted
    }
}
