//! The files of a contract: the one that was asked for, and those that its references name.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use guild_check::Source;
use thiserror::Error;

use super::Loading;
use crate::tree::{NodeId, Tree};

/// Why a contract cannot be read at all.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file is not there, or may not be read.
    #[error("could not read {path}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is too large.
    #[error("{path} is larger than the {limit} bytes that are read")]
    TooLarge {
        /// The file.
        path: String,
        /// How many bytes are read.
        limit: usize,
    },
    /// The file is not text.
    #[error("{path} is not UTF-8 text: byte {byte} begins no character")]
    NotText {
        /// The file.
        path: String,
        /// Where the text ends.
        byte: usize,
    },
}

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
        if wanted.name.contains("://")
            || wanted.name.starts_with("//")
            || wanted.name.starts_with("urn:")
        {
            return Named::Remote;
        }
        let Some(folder) = loading.folder else {
            return Named::Missing("other files are not read here".to_owned());
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

/// Reads one file as text.
pub(super) fn read(path: &Path, loading: &Loading<'_>) -> Result<Source, LoadError> {
    let shown = path.to_string_lossy().replace('\\', "/");
    let unreadable = |source| LoadError::Unreadable {
        path: shown.clone(),
        source,
    };
    let limit = loading.limits.bytes;
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() > limit {
        return Err(LoadError::TooLarge { path: shown, limit });
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(shown, text)),
        Err(error) => Err(LoadError::NotText {
            path: shown,
            byte: error.utf8_error().valid_up_to(),
        }),
    }
}

/// Gives a path as it stands within the folder.
fn within(folder: Option<&Path>, path: &Path) -> PathBuf {
    let inner = folder
        .and_then(|folder| path.strip_prefix(folder).ok())
        .unwrap_or(path);
    inner
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect()
}

/// Follows a relative name from a file; none if it leads out of the folder.
fn resolve(from: &Path, name: &str) -> Option<PathBuf> {
    let name = percent_decoded(name);
    let mut path: PathBuf = from.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Tells whether a link within the folder leads out of it.
fn leads_outside(path: &Path, folder: &Path) -> bool {
    let real = path.canonicalize().ok().zip(folder.canonicalize().ok());
    real.is_some_and(|(path, folder)| !path.starts_with(folder))
}

/// Undoes `%20` and the like.
pub(super) fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = text
            .get(at + 1..at + 3)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                decoded.push(code);
                at += 3;
            }
            _ => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
