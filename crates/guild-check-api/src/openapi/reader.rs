//! The walk that makes the model.

use std::collections::{HashMap, HashSet, VecDeque};

use guild_check::Span;

use super::files::Files;
use crate::contract::{
    Contract, Fault, FaultKind, Language, Shape, ShapeId, Spot, Text, Written, cut_circles,
};
use crate::tree::{Kind, NodeId, TreeFaultKind, View};

/// Extensions that say how far a part is kept.
pub(super) const STABILITY: [&str; 4] = [
    "x-stability",
    "x-stability-level",
    "x-status",
    "x-lifecycle",
];

/// A value and the file it stands in.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) file: u32,
    pub(super) view: View<'a>,
}

/// What the walk knows so far.
pub(super) struct Reader<'a> {
    pub(super) files: &'a Files,
    pub(super) language: Language,
    pub(super) faults: Vec<Fault>,
    told: HashSet<(FaultKind, Spot)>,
    pub(super) shapes: Vec<Option<Shape>>,
    pub(super) known: HashMap<(u32, NodeId), ShapeId>,
    pub(super) waiting: VecDeque<(ShapeId, At<'a>)>,
    /// The names of the ways to prove who calls.
    pub(super) schemes: HashSet<Box<str>>,
}

/// Makes the model of the files.
pub(super) fn read(files: &Files) -> Contract {
    let mut reader = Reader {
        files,
        language: Language::Unknown,
        faults: Vec::new(),
        told: HashSet::new(),
        shapes: Vec::new(),
        known: HashMap::new(),
        waiting: VecDeque::new(),
        schemes: HashSet::new(),
    };
    reader.tell_of_files();
    let mut contract = Contract {
        files: files.trees.clone(),
        language: Language::Unknown,
        title: None,
        version: None,
        servers: Vec::new(),
        endpoints: Vec::new(),
        shapes: Vec::new(),
        names: Vec::new(),
        schemes: Vec::new(),
        faults: Vec::new(),
    };
    if let Some(view) = files.trees.first().and_then(|tree| tree.root()) {
        reader.root(At { file: 0, view }, &mut contract);
    }
    let shapes = std::mem::take(&mut reader.shapes);
    contract.shapes = shapes.into_iter().flatten().collect();
    for spot in cut_circles(&mut contract.shapes) {
        let help = "let it lead to a definition that is no reference";
        reader.fault(
            FaultKind::Unresolved,
            spot,
            "the reference leads to itself",
            help,
        );
    }
    contract.faults = std::mem::take(&mut reader.faults);
    contract
}

impl<'a> Reader<'a> {
    fn root(&mut self, root: At<'a>, contract: &mut Contract) {
        if !root.view.is_map() {
            self.fault(
                FaultKind::NotUnderstood,
                root.spot(),
                "this is no contract: the outermost value is not a map",
                "begin the file with `openapi: 3.1.0`",
            );
            return;
        }
        self.language = self.language_of(root);
        contract.language = self.language;
        let info = self.map(root, "info");
        contract.title = info.and_then(|info| self.text(info, "title"));
        contract.version = info.and_then(|info| self.text(info, "version"));
        contract.servers = self.servers(root);
        contract.schemes = self.schemes(root);
        contract.endpoints = self.endpoints(root);
        contract.names = self.named_shapes(root);
        self.read_waiting_shapes();
    }

    fn language_of(&mut self, root: At<'a>) -> Language {
        let help = "write the version of OpenAPI that the contract keeps, such as `openapi: 3.1.0`";
        let Some(version) = root.get("openapi") else {
            let is_old = root.get("swagger").is_some();
            let message = if is_old {
                "this is Swagger 2.0, which is not read"
            } else {
                "the contract does not say its version of OpenAPI"
            };
            self.fault(FaultKind::NotUnderstood, root.spot().head(), message, help);
            return Language::Unknown;
        };
        let written = version.view.written();
        let language = [
            ("3.0", Language::OpenApi30),
            ("3.1", Language::OpenApi31),
            ("3.2", Language::OpenApi32),
        ];
        let is_it = |start: &str| {
            written == start
                || written
                    .strip_prefix(start)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let found = language.iter().find(|(start, _)| is_it(start));
        let Some((_, language)) = found else {
            let message = format!(
                "`{written}` is not a version of OpenAPI that is read: 3.0, 3.1 and 3.2 are"
            );
            self.fault(FaultKind::NotUnderstood, version.spot(), message, help);
            return Language::Unknown;
        };
        *language
    }

    fn tell_of_files(&mut self) {
        let files = self.files;
        for (file, tree) in files.trees.iter().enumerate() {
            for fault in &tree.faults {
                let kind = match fault.kind {
                    TreeFaultKind::Syntax => FaultKind::Syntax,
                    TreeFaultKind::KeyTwice => FaultKind::KeyTwice,
                    TreeFaultKind::Limit => FaultKind::Limit,
                };
                let spot = Spot {
                    file: u32::try_from(file).unwrap_or(0),
                    span: fault.span,
                };
                self.fault(kind, spot, fault.message.clone(), &fault.help);
            }
            if tree.root().is_none() && tree.faults.is_empty() {
                let spot = Spot {
                    file: u32::try_from(file).unwrap_or(0),
                    span: Span::default(),
                };
                self.fault(
                    FaultKind::NotUnderstood,
                    spot,
                    "the file is empty",
                    "write the contract into it",
                );
            }
        }
    }

    /// Files a fault, once for each place.
    pub(super) fn fault(
        &mut self,
        kind: FaultKind,
        spot: Spot,
        message: impl Into<String>,
        help: &str,
    ) {
        // What was left out for its depth stands as nothing in its place: that is told already.
        if kind == FaultKind::NotUnderstood && self.told.contains(&(FaultKind::Limit, spot)) {
            return;
        }
        if self.told.insert((kind, spot)) {
            self.faults.push(Fault {
                kind,
                spot,
                message: message.into(),
                help: help.to_owned(),
            });
        }
    }

    fn wrong(&mut self, at: At<'a>, wanted: &str) {
        let key = at.view.key();
        let what = if key.is_empty() {
            "this value".to_owned()
        } else {
            format!("`{key}`")
        };
        let message = format!("{what} is {} where {wanted} belongs", at.what());
        self.fault(
            FaultKind::NotUnderstood,
            at.spot(),
            message,
            &format!("write {wanted} here"),
        );
    }

    /// Gives an entry that is to be a map.
    pub(super) fn map(&mut self, at: At<'a>, key: &str) -> Option<At<'a>> {
        let found = self.follow(at.get(key)?)?;
        self.is_map(found).then_some(found)
    }

    /// Tells whether a value is a map, and says so if not.
    pub(super) fn is_map(&mut self, at: At<'a>) -> bool {
        if !at.view.is_map() {
            self.wrong(at, "a map");
        }
        at.view.is_map()
    }

    /// Gives the entries of a map under a key, without extensions.
    pub(super) fn entries(&mut self, at: At<'a>, key: &str) -> Vec<At<'a>> {
        self.map(at, key).map(At::entries).unwrap_or_default()
    }

    /// Gives the items of a list under a key.
    pub(super) fn items(&mut self, at: At<'a>, key: &str) -> Vec<At<'a>> {
        // References are meant for fewer places, and stand wherever a contract is split.
        let Some(found) = at.get(key).and_then(|found| self.follow(found)) else {
            return Vec::new();
        };
        if !found.view.is_list() {
            self.wrong(found, "a list");
        }
        found
            .view
            .items()
            .map(|view| At { view, ..found })
            .collect()
    }

    /// Gives a text; a number or truth value counts as written.
    pub(super) fn text(&mut self, at: At<'a>, key: &str) -> Option<Text> {
        let found = at.get(key)?;
        self.as_text(found)
    }

    pub(super) fn as_text(&mut self, at: At<'a>) -> Option<Text> {
        match at.view.kind() {
            Kind::Text | Kind::Number | Kind::Bool(_) => Some(Text {
                text: at.view.written().into(),
                spot: at.spot(),
            }),
            Kind::Null | Kind::List | Kind::Map | Kind::Alias(_) => {
                self.wrong(at, "a text");
                None
            }
        }
    }

    pub(super) fn texts(&mut self, at: At<'a>, key: &str) -> Vec<Text> {
        let items = self.items(at, key);
        items
            .into_iter()
            .filter_map(|item| self.as_text(item))
            .collect()
    }

    /// Gives a truth value; what is not there is false.
    pub(super) fn is(&mut self, at: At<'a>, key: &str) -> bool {
        let Some(found) = at.get(key) else {
            return false;
        };
        found.view.bool().unwrap_or_else(|| {
            self.wrong(found, "`true` or `false`");
            false
        })
    }

    pub(super) fn servers(&mut self, at: At<'a>) -> Vec<Text> {
        let items = self.items(at, "servers");
        items
            .into_iter()
            .filter_map(|server| self.text(server, "url"))
            .collect()
    }

    /// Tells whether the contract marks a part as not kept yet, in one of the usual extensions.
    pub(super) fn is_beta(at: At<'a>) -> bool {
        let flag = ["x-beta", "x-preview", "x-experimental"]
            .iter()
            .any(|key| at.get(key).and_then(|found| found.view.bool()) == Some(true));
        let states = [
            "alpha",
            "beta",
            "draft",
            "experimental",
            "preview",
            "unstable",
        ];
        let word = STABILITY
            .iter()
            .filter_map(|key| at.get(key)?.view.text())
            .any(|word| states.contains(&word.to_ascii_lowercase().as_str()));
        flag || word
    }
}

impl<'a> At<'a> {
    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.view.get(key).map(|view| At { view, ..self })
    }

    /// Lists the entries of a map, without extensions.
    pub(super) fn entries(self) -> Vec<Self> {
        let entries = self.view.entries().into_iter();
        entries
            .filter(|view| !view.key().starts_with("x-"))
            .map(|view| At { view, ..self })
            .collect()
    }

    /// Lists the entries of a map whose keys are names, which may begin with `x-` like any.
    pub(super) fn named(self) -> Vec<Self> {
        self.view
            .entries()
            .into_iter()
            .map(|view| At { view, ..self })
            .collect()
    }

    /// Gives the text of an extension; what else may stand there is its author's own.
    pub(super) fn said(self, key: &str) -> Option<Text> {
        let found = self.get(key)?;
        let is_word = matches!(found.view.kind(), Kind::Text | Kind::Number | Kind::Bool(_));
        is_word.then(|| Text {
            text: found.view.written().into(),
            spot: found.spot(),
        })
    }

    pub(super) fn spot(self) -> Spot {
        Spot {
            file: self.file,
            span: self.view.span(),
        }
    }

    pub(super) fn key(self) -> Text {
        Text {
            text: self.view.key().into(),
            spot: Spot {
                file: self.file,
                span: self.view.key_span(),
            },
        }
    }

    pub(super) fn written(self) -> Written {
        Written {
            file: self.file,
            node: self.view.id,
        }
    }

    fn what(self) -> &'static str {
        match self.view.kind() {
            Kind::Null | Kind::Alias(_) => "nothing",
            Kind::Bool(_) => "a truth value",
            Kind::Number => "a number",
            Kind::Text => "a text",
            Kind::List => "a list",
            Kind::Map => "a map",
        }
    }
}
