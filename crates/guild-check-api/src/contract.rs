//! What a contract is, whatever it is written in: endpoints, shapes, errors, security, with the place of each thing.
//!
//! Shapes are a graph: each stands once in [`Contract::shapes`] and is named by its [`ShapeId`], so that a shape may
//! hold itself. What a reader did not understand is in [`Contract::faults`]; all else is in the model.

mod endpoint;
mod fault;
mod fields;
mod meaning;
mod pagination;
mod security;
mod shape;

use std::sync::Arc;

use guild_check::{Place, Span};

use crate::tree::{NodeId, Tree, View};

pub use endpoint::{Answer, Body, Endpoint, Location, Media, Method, Origin, Parameter, Status};
pub use fault::{Fault, FaultKind};
pub use fields::{Field, Fields};
pub use pagination::{ListForm, Pagination};
pub use security::{Need, Scheme, SchemeKind, Security};
pub use shape::{Additional, Bound, Discriminator, Limits, Property, Shape, ShapeId, Types};

pub(crate) use shape::cut_circles;

/// One contract, read.
#[derive(Debug)]
pub struct Contract {
    /// The files it stands in; the first is the one that was asked for.
    pub files: Vec<Arc<Tree>>,
    /// The language and version it is written in.
    pub language: Language,
    /// What it is called.
    pub title: Option<Text>,
    /// Its own version.
    pub version: Option<Text>,
    /// Where its servers are.
    pub servers: Vec<Text>,
    /// What can be called, in the order of the contract.
    pub endpoints: Vec<Endpoint>,
    /// All shapes that something uses.
    pub shapes: Vec<Shape>,
    /// The shapes that have a name of their own.
    pub names: Vec<(Text, ShapeId)>,
    /// The ways to prove who calls.
    pub schemes: Vec<Scheme>,
    /// What was not understood.
    pub faults: Vec<Fault>,
}

/// What a contract is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// It does not say, or says something that is not known.
    Unknown,
    /// OpenAPI 3.0.
    OpenApi30,
    /// OpenAPI 3.1.
    OpenApi31,
    /// OpenAPI 3.2.
    OpenApi32,
    /// TypeScript.
    TypeScript,
}

impl Language {
    /// Gives its name, for people; none where it is not known.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::OpenApi30 => Some("OpenAPI 3.0"),
            Self::OpenApi31 => Some("OpenAPI 3.1"),
            Self::OpenApi32 => Some("OpenAPI 3.2"),
            Self::TypeScript => Some("TypeScript"),
        }
    }
}

/// A place in one of the contract's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// The file, by its index in [`Contract::files`].
    pub file: u32,
    /// Where in it.
    pub span: Span,
}

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: Box<str>,
    /// Where.
    pub spot: Spot,
}

/// A value as it is written in the contract: an example, a default, one value of an enum, a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// The file, by its index in [`Contract::files`].
    pub file: u32,
    /// The value.
    pub node: NodeId,
}

impl Contract {
    /// Points at a spot, for a finding.
    pub fn place(&self, spot: Spot) -> Place {
        let tree = self.files.get(spot.file as usize).or(self.files.first());
        tree.map_or_else(
            || guild_check::Source::new("", "").top(),
            |tree| tree.source.at(spot.span),
        )
    }

    /// Points at all of what a spot is the key of, for who asks when it was changed.
    pub fn whole(&self, spot: Spot) -> Place {
        let tree = self.files.get(spot.file as usize);
        let value = tree.and_then(|tree| Some(tree.view(tree.value_at(spot.span)?).span()));
        self.place(Spot {
            span: value.map_or(spot.span, |value| spot.span.to(value)),
            ..spot
        })
    }

    /// Looks at a value as written.
    pub fn view(&self, written: Written) -> Option<View<'_>> {
        self.files
            .get(written.file as usize)
            .map(|tree| tree.view(written.node))
    }

    /// Writes where a spot is as a JSON pointer into its file (RFC 6901).
    pub fn pointer(&self, spot: Spot) -> String {
        let tree = self.files.get(spot.file as usize);
        tree.and_then(|tree| Some(tree.pointer(tree.value_at(spot.span)?)))
            .unwrap_or_default()
    }

    /// Gives the key that a shape stands under, or its start if it has none.
    pub fn key_spot(&self, shape: &Shape) -> Spot {
        let view = self.view(shape.written);
        match view.filter(|view| !view.key().is_empty()) {
            Some(view) => Spot {
                span: view.key_span(),
                ..shape.spot
            },
            None => shape.spot.head(),
        }
    }

    /// Gives a shape.
    pub fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[id.index()]
    }

    /// Finds an endpoint by its operation id.
    pub fn endpoint_named(&self, operation_id: &str) -> Option<&Endpoint> {
        let is_it = |endpoint: &&Endpoint| {
            endpoint
                .operation_id
                .as_ref()
                .is_some_and(|id| &*id.text == operation_id)
        };
        self.endpoints.iter().find(is_it)
    }
}

impl Spot {
    /// Gives the start of a place, for what is missing from it.
    pub(crate) fn head(self) -> Self {
        let span = Span {
            start: self.span.start,
            end: self.span.start,
        };
        Self { span, ..self }
    }
}
