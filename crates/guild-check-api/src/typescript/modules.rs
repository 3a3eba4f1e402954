//! The files of a contract, and what a name means in each of them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use guild_check::{Source, Span};

use super::outline::{Declaration, Imported, Outline, OutlineFault, Sort};
use super::syntax::outline;
use crate::contract::FaultKind;
use crate::folder::{LoadError, Loading, is_file, leads_outside, read, resolve, within};

/// The bytes of one file that are read at most: a syntax tree takes about thirty times as many.
const BYTES: usize = 8 << 20;

/// How many files a name is followed through.
const STEPS: usize = 64;

/// The files of a contract.
pub(super) struct Modules {
    pub(super) outlines: Vec<Outline>,
    /// What became of each file that another names.
    files: HashMap<(usize, String), Option<usize>>,
    /// Why a file that is imported could not be read: told when a type needs it.
    lost: HashMap<(usize, String), OutlineFault>,
    /// The declarations of each file by name: types, then constants.
    types: Vec<HashMap<String, Vec<usize>>>,
    constants: Vec<HashMap<String, usize>>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A declaration, by its file and its index there.
    Declared(usize, usize),
    /// A member of an enum, by file, declaration and index.
    Member(usize, usize, usize),
    /// Something of a package that is not read: the package, and the name in it.
    Package(String, String),
    /// Something of a file that could not be read: the file that names it, and how.
    Unread(usize, String),
    /// Nothing.
    Unknown,
}

impl Modules {
    pub(super) fn collect(source: &Source, loading: &Loading<'_>) -> Self {
        let mut modules = Self {
            outlines: Vec::new(),
            files: HashMap::new(),
            lost: HashMap::new(),
            types: Vec::new(),
            constants: Vec::new(),
        };
        let mut known = HashMap::new();
        known.insert(within(loading.folder, Path::new(source.path())), 0);
        modules.add(source, loading);
        let mut next = 0;
        while next < modules.outlines.len() {
            for (name, span) in modules.wanted(next) {
                if !modules.files.contains_key(&(next, name.clone())) {
                    let found = modules.find(next, &name, span, loading, &mut known);
                    modules.files.insert((next, name), found);
                }
            }
            next += 1;
        }
        modules
    }

    fn add(&mut self, source: &Source, loading: &Loading<'_>) {
        let limit = loading.limits.bytes.min(BYTES);
        let length = source.text().len();
        let outline = if length > limit {
            let mut outline = Outline::new(source);
            let message = format!("the file has {length} bytes, and {limit} are read at most");
            let help = "split it into files joined by `import`";
            outline.fault(FaultKind::Limit, Span::default(), message, help);
            outline
        } else {
            outline(source)
        };
        let mut types: HashMap<String, Vec<usize>> = HashMap::new();
        let mut constants = HashMap::new();
        for (index, declaration) in outline.declarations.iter().enumerate() {
            let name = declaration.full_name();
            if declaration.sort == Sort::Constant {
                constants.entry(name).or_insert(index);
            } else {
                types.entry(name).or_default().push(index);
            }
        }
        self.outlines.push(outline);
        self.types.push(types);
        self.constants.push(constants);
    }

    /// Lists the files that a file names, relative to it.
    fn wanted(&self, file: usize) -> Vec<(String, Span)> {
        let outline = &self.outlines[file];
        let imports = outline.imports.iter().map(|import| &import.from);
        let exports = outline
            .exports
            .iter()
            .filter_map(|export| export.from.as_ref());
        let names = imports
            .chain(exports)
            .filter(|name| name.text.starts_with('.'));
        names.map(|name| (name.text.clone(), name.span)).collect()
    }

    fn find(
        &mut self,
        from: usize,
        name: &str,
        span: Span,
        loading: &Loading<'_>,
        known: &mut HashMap<PathBuf, usize>,
    ) -> Option<usize> {
        let fault = |modules: &mut Self, kind: FaultKind, message: String, help: &'static str| {
            let fault = OutlineFault {
                kind,
                span,
                message,
                help,
            };
            let outline = &mut modules.outlines[from];
            let is_passed_on = outline
                .exports
                .iter()
                .any(|export| export.from.as_ref().is_some_and(|from| from.text == name));
            // What is only imported may be for code that stands beside the types.
            if is_passed_on {
                outline.faults.push(fault);
            } else {
                modules.lost.insert((from, name.to_owned()), fault);
            }
            None
        };
        let Some(folder) = loading.folder else {
            let message =
                format!("the file `{name}` could not be read: other files are not read here");
            return fault(
                self,
                FaultKind::Unresolved,
                message,
                "put what it declares into this file",
            );
        };
        let at = within(Some(folder), Path::new(self.outlines[from].source.path()));
        let Some(path) = resolve(&at, name) else {
            let message = format!("`{name}` leads out of the folder of the contract");
            return fault(
                self,
                FaultKind::Outside,
                message,
                "move the file into the folder of the contract",
            );
        };
        for path in candidates(&path) {
            if let Some(file) = known.get(&path) {
                return Some(*file);
            }
            let full = folder.join(&path);
            if !is_file(&full, loading) {
                continue;
            }
            if leads_outside(&full, folder) {
                let message = format!("`{name}` leads out of the folder of the contract");
                return fault(
                    self,
                    FaultKind::Outside,
                    message,
                    "move the file into the folder of the contract",
                );
            }
            if self.outlines.len() >= loading.files {
                let message = format!("more than {} files are not read", loading.files);
                return fault(self, FaultKind::Limit, message, "join some of the files");
            }
            return match read(&full, loading) {
                Ok(source) => {
                    let file = self.outlines.len();
                    known.insert(path, file);
                    self.add(&source, loading);
                    Some(file)
                }
                Err(error) => {
                    let why = match error {
                        LoadError::Unreadable { source, .. } => source.to_string(),
                        other => other.to_string(),
                    };
                    let message = format!("the file `{name}` could not be read: {why}");
                    fault(
                        self,
                        FaultKind::Unresolved,
                        message,
                        "make it a text that may be read",
                    )
                }
            };
        }
        let message = format!("there is no file `{name}`");
        let help = "write the name of a file relative to the file that names it";
        fault(self, FaultKind::Unresolved, message, help)
    }

    /// Gives why a file could not be read.
    pub(super) fn why_lost(&self, file: usize, name: &str) -> Option<&OutlineFault> {
        self.lost.get(&(file, name.to_owned()))
    }

    /// Finds what a name means in a namespace of a file.
    pub(super) fn meaning(&self, file: usize, scope: &str, name: &str) -> Meaning {
        let mut scope = scope;
        loop {
            let found = self.declared(file, &format!("{scope}{name}"));
            if found != Meaning::Unknown || scope.is_empty() {
                break if found == Meaning::Unknown {
                    self.imported(file, name)
                } else {
                    found
                };
            }
            let outer = scope
                .trim_end_matches('.')
                .rfind('.')
                .map_or(0, |dot| dot + 1);
            scope = &scope[..outer];
        }
    }

    /// Finds the constant that a name means, for `typeof`.
    pub(super) fn constant(&self, file: usize, scope: &str, name: &str) -> Option<(usize, usize)> {
        let scoped = self.constants[file].get(&format!("{scope}{name}"));
        if let Some(index) = scoped.or_else(|| self.constants[file].get(name)) {
            return Some((file, *index));
        }
        let import = self.outlines[file]
            .imports
            .iter()
            .find(|import| import.local == name)?;
        let other = (*self.files.get(&(file, import.from.text.clone()))?)?;
        let Imported::Name(name) = &import.what else {
            return None;
        };
        self.constants[other].get(name).map(|index| (other, *index))
    }

    pub(super) fn declaration(&self, file: usize, index: usize) -> &Declaration {
        &self.outlines[file].declarations[index]
    }

    /// Lists the declarations that share a name with one: those of an interface that is declared in parts.
    pub(super) fn parts(&self, file: usize, index: usize) -> &[usize] {
        let name = self.declaration(file, index).full_name();
        self.types[file].get(&name).map_or(&[], Vec::as_slice)
    }

    fn declared(&self, file: usize, name: &str) -> Meaning {
        if let Some(index) = self.types[file]
            .get(name)
            .and_then(|indexes| indexes.first())
        {
            return Meaning::Declared(file, *index);
        }
        let Some((owner, member)) = name.rsplit_once('.') else {
            return Meaning::Unknown;
        };
        let Some(index) = self.types[file]
            .get(owner)
            .and_then(|indexes| indexes.first())
        else {
            return Meaning::Unknown;
        };
        let members = &self.declaration(file, *index).members;
        let found = members.iter().position(|(name, _)| name == member);
        found.map_or(Meaning::Unknown, |found| {
            Meaning::Member(file, *index, found)
        })
    }

    fn imported(&self, file: usize, name: &str) -> Meaning {
        let (first, rest) = name
            .split_once('.')
            .map_or((name, ""), |(first, rest)| (first, rest));
        let Some(import) = self.outlines[file]
            .imports
            .iter()
            .find(|import| import.local == first)
        else {
            return Meaning::Unknown;
        };
        let inner = match (&import.what, rest) {
            (Imported::Name(name), "") => name.clone(),
            (Imported::Name(name), rest) => format!("{name}.{rest}"),
            (Imported::All, rest) => rest.to_owned(),
        };
        match self.files.get(&(file, import.from.text.clone())) {
            Some(Some(other)) => self.exported(*other, &inner, &mut HashSet::new()),
            Some(None) => Meaning::Unread(file, import.from.text.clone()),
            None => Meaning::Package(import.from.text.clone(), inner),
        }
    }

    /// Finds what a name means that a file passes on.
    fn exported(&self, file: usize, name: &str, seen: &mut HashSet<(usize, String)>) -> Meaning {
        if seen.len() > STEPS || !seen.insert((file, name.to_owned())) {
            return Meaning::Unknown;
        }
        let exports = &self.outlines[file].exports;
        let named = exports
            .iter()
            .find(|export| export.name.as_deref() == Some(name));
        if let Some(export) = named {
            let Imported::Name(local) = &export.what else {
                return Meaning::Unknown;
            };
            return match &export.from {
                Some(from) => self.passed_on(file, &from.text, local, seen),
                None => match self.declared(file, local) {
                    Meaning::Unknown => self.imported(file, local),
                    found => found,
                },
            };
        }
        let found = self.declared(file, name);
        if found != Meaning::Unknown {
            return found;
        }
        let all = exports.iter().filter(|export| export.name.is_none());
        let mut found = Meaning::Unknown;
        for from in all.filter_map(|export| export.from.as_ref()) {
            found = self.passed_on(file, &from.text, name, seen);
            if matches!(found, Meaning::Declared(..) | Meaning::Member(..)) {
                break;
            }
        }
        found
    }

    fn passed_on(
        &self,
        file: usize,
        from: &str,
        name: &str,
        seen: &mut HashSet<(usize, String)>,
    ) -> Meaning {
        match self.files.get(&(file, from.to_owned())) {
            Some(Some(other)) => self.exported(*other, name, seen),
            Some(None) => Meaning::Unread(file, from.to_owned()),
            None => Meaning::Package(from.to_owned(), name.to_owned()),
        }
    }
}

impl Declaration {
    fn full_name(&self) -> String {
        format!("{}{}", self.scope, self.name.text)
    }
}

/// Lists the files that a name without an ending may mean, as the compiler looks for them.
fn candidates(path: &Path) -> Vec<PathBuf> {
    let name = path.to_string_lossy().replace('\\', "/");
    let mut names = Vec::new();
    for (written, meant) in [
        (".js", ".ts"),
        (".js", ".d.ts"),
        (".mjs", ".mts"),
        (".cjs", ".cts"),
        (".jsx", ".tsx"),
    ] {
        names.extend(
            name.strip_suffix(written)
                .map(|stem| format!("{stem}{meant}")),
        );
    }
    if super::is_typescript(&name) {
        names.push(name.clone());
    }
    for ending in [
        ".ts",
        ".tsx",
        ".d.ts",
        ".mts",
        ".cts",
        "/index.ts",
        "/index.d.ts",
    ] {
        names.push(format!("{name}{ending}"));
    }
    names.into_iter().map(PathBuf::from).collect()
}
