//! The walk that makes the model.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use guild_check::Span;

use super::derived::Derived;
use super::jsdoc::Doc;
use super::modules::Modules;
use super::outline::{Name, Sort};
use super::routes::{Route, tables};
use crate::contract::{
    Contract, Fault, FaultKind, Language, Shape, ShapeId, Spot, Text, Written, cut_circles,
};
use crate::folder::Loading;
use crate::tree::{Kind, Leaves, NodeId};

/// How many shapes are made at most: types with parameters can stand for any number of them.
const SHAPES: usize = 1_000_000;

/// What the walk knows so far.
pub(super) struct Reader<'a> {
    pub(super) modules: &'a Modules,
    pub(super) leaves: Vec<Leaves>,
    pub(super) shapes: Vec<Shape>,
    pub(super) faults: Vec<Fault>,
    told: HashSet<(FaultKind, Spot)>,
    /// Named types with their arguments that have a shape.
    pub(super) known: HashMap<(usize, usize, Vec<ShapeId>), ShapeId>,
    pub(super) waiting: VecDeque<Waiting>,
    /// Shapes that are to be worked out from others.
    pub(super) derived: Vec<(ShapeId, Derived)>,
    /// How many times a type with parameters was given arguments.
    pub(super) instances: usize,
}

/// A named type that has a shape, but was not read yet.
pub(super) struct Waiting {
    pub(super) id: ShapeId,
    pub(super) file: usize,
    pub(super) declaration: usize,
    pub(super) arguments: Vec<ShapeId>,
    pub(super) depth: usize,
}

/// Makes the model of the files.
pub(super) fn read(modules: &Modules, loading: &Loading<'_>) -> Contract {
    let leaves = modules.outlines.iter();
    let mut reader = Reader {
        modules,
        leaves: leaves
            .map(|outline| Leaves::new(&outline.source, loading.limits))
            .collect(),
        shapes: Vec::new(),
        faults: Vec::new(),
        told: HashSet::new(),
        known: HashMap::new(),
        waiting: VecDeque::new(),
        derived: Vec::new(),
        instances: 0,
    };
    reader.tell_of_files();
    let tables = tables(modules);
    let names = reader.names(&tables);
    let routes = reader.routes(&tables);
    reader.read_waiting();
    reader.finish(names, routes)
}

impl<'a> Reader<'a> {
    fn finish(mut self, names: Vec<(Text, ShapeId)>, routes: Vec<Route<'a>>) -> Contract {
        let mut contract = Contract {
            files: Vec::new(),
            language: Language::TypeScript,
            title: None,
            version: None,
            servers: Vec::new(),
            endpoints: Vec::new(),
            shapes: std::mem::take(&mut self.shapes),
            names,
            schemes: Vec::new(),
            faults: Vec::new(),
        };
        for spot in cut_circles(&mut contract.shapes) {
            let help = "let it lead to a type that has fields or values of its own";
            self.fault(
                FaultKind::Unresolved,
                spot,
                "the type leads to itself",
                help,
            );
        }
        self.find_brands(&mut contract);
        self.work_out(&mut contract);
        self.find_discriminators(&mut contract);
        self.make_endpoints(&mut contract, routes);
        self.head(&mut contract);
        contract.faults = self.faults;
        let leaves = self.leaves.into_iter();
        contract.files = leaves.map(|leaves| Arc::new(leaves.finish())).collect();
        contract
    }

    fn tell_of_files(&mut self) {
        let modules = self.modules;
        let mut is_empty = true;
        for (file, outline) in modules.outlines.iter().enumerate() {
            for fault in &outline.faults {
                let spot = spot(file, fault.span);
                self.fault(fault.kind, spot, fault.message.clone(), fault.help);
            }
            is_empty &= outline.declarations.is_empty()
                && outline.faults.is_empty()
                && outline.exports.is_empty();
        }
        if is_empty {
            let message = "the file declares no type";
            let help = "write the contract into it, as interfaces and types";
            self.fault(
                FaultKind::NotUnderstood,
                spot(0, Span::default()),
                message,
                help,
            );
        }
    }

    /// Gives the shapes of the types that stand for themselves, all that are no route.
    fn names(&mut self, tables: &HashSet<(usize, usize)>) -> Vec<(Text, ShapeId)> {
        let modules = self.modules;
        let mut names = Vec::new();
        let mut seen = HashMap::new();
        for (file, outline) in modules.outlines.iter().enumerate() {
            for (index, declaration) in outline.declarations.iter().enumerate() {
                let is_type =
                    declaration.sort != Sort::Constant && declaration.parameters.is_empty();
                if !is_type || tables.contains(&(file, index)) {
                    continue;
                }
                let name = (
                    file,
                    format!("{}{}", declaration.scope, declaration.name.text),
                );
                let is_part = declaration.sort == Sort::Interface
                    && seen.get(&name) == Some(&Sort::Interface);
                if seen.insert(name, declaration.sort).is_some() {
                    if !is_part {
                        let message =
                            format!("the type `{}` is declared twice", declaration.name.text);
                        let help = "keep one of the two, or give one another name";
                        self.fault(
                            FaultKind::KeyTwice,
                            spot(file, declaration.name.span),
                            message,
                            help,
                        );
                    }
                    continue;
                }
                let id = self.instance(file, index, Vec::new(), 0);
                names.push((text(file, &declaration.name), id));
            }
        }
        names
    }

    fn read_waiting(&mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            let shape = self.declared(&waiting);
            self.shapes[waiting.id.index()] = shape;
        }
    }

    /// Tells whether more shapes may be made, and says so at a spot if not.
    pub(super) fn has_room(&mut self, spot: Spot) -> bool {
        if self.shapes.len() < SHAPES {
            return true;
        }
        let message =
            format!("the contract makes more than {SHAPES} shapes, and is not read from here on");
        self.fault(
            FaultKind::Limit,
            spot,
            message,
            "use fewer types with parameters",
        );
        false
    }

    /// Adds a shape; when there are too many, gives the first in its place.
    pub(super) fn keep(&mut self, shape: Shape) -> ShapeId {
        if !self.has_room(shape.spot) {
            return ShapeId::new(0);
        }
        self.shapes.push(shape);
        ShapeId::new(self.shapes.len() - 1)
    }

    pub(super) fn bare(&self, spot: Spot) -> Shape {
        let node = self.leaves.get(spot.file as usize).map(Leaves::nothing);
        let written = Written {
            file: spot.file,
            node: node.unwrap_or_default(),
        };
        Shape::bare(spot, written)
    }

    /// Makes a shape of which a fault says why nothing is known.
    pub(super) fn lost(&self, spot: Spot) -> Shape {
        Shape {
            is_lost: true,
            ..self.bare(spot)
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
        if self.told.insert((kind, spot)) {
            self.faults.push(Fault {
                kind,
                spot,
                message: message.into(),
                help: help.to_owned(),
            });
        }
    }

    /// Gives a text, number or truth value as it is written.
    pub(super) fn word(&self, written: Written) -> Option<&str> {
        let view = self.leaves.get(written.file as usize)?.view(written.node);
        match view.kind() {
            Kind::Text | Kind::Number | Kind::Bool(_) => Some(view.written()),
            Kind::Null | Kind::List | Kind::Map | Kind::Alias(_) => None,
        }
    }

    /// Gives what a comment says, as a value.
    pub(super) fn description(&mut self, file: usize, doc: &Doc) -> Option<Written> {
        if doc.text.is_empty() {
            return None;
        }
        let node = self.leaves[file].text(&doc.text, doc.span);
        Some(written(file, node))
    }
}

pub(super) fn written(file: usize, node: NodeId) -> Written {
    Written {
        file: index(file),
        node,
    }
}

pub(super) fn spot(file: usize, span: Span) -> Spot {
    Spot {
        file: index(file),
        span,
    }
}

pub(super) fn text(file: usize, name: &Name) -> Text {
    Text {
        text: name.text.as_str().into(),
        spot: spot(file, name.span),
    }
}

fn index(file: usize) -> u32 {
    u32::try_from(file).unwrap_or(0)
}
