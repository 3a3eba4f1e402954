//! What a TypeScript file declares, in words of our own: behind here, nothing knows the parser.

use guild_check::{Source, Span};

use super::jsdoc::Doc;
use crate::contract::{FaultKind, Types};

/// What one file declares.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) source: Source,
    /// What the file says of itself in its first comment.
    pub(super) doc: Option<Doc>,
    pub(super) declarations: Vec<Declaration>,
    pub(super) imports: Vec<Import>,
    pub(super) exports: Vec<Export>,
    /// All types that are written in the file.
    pub(super) types: Vec<Type>,
    pub(super) faults: Vec<OutlineFault>,
}

/// What could not be read in a file.
#[derive(Debug)]
pub(super) struct OutlineFault {
    pub(super) kind: FaultKind,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// A type, by its index in [`Outline::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TypeId(pub(super) u32);

/// A word and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A thing with a name.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) name: Name,
    pub(super) sort: Sort,
    /// The namespace it stands in, with a dot at its end; empty for none.
    pub(super) scope: String,
    /// The type parameters, each with what it is when it is not given.
    pub(super) parameters: Vec<(String, Option<TypeId>)>,
    pub(super) body: TypeId,
    /// The members of an enum.
    pub(super) members: Vec<(String, TypeId)>,
    pub(super) doc: Option<Doc>,
}

/// What kind of thing has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// An interface: several of one name are one.
    Interface,
    /// A type alias.
    Alias,
    /// An enum.
    Enum,
    /// A constant, whose type is what its value says.
    Constant,
}

/// A name that comes from another file.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) local: String,
    pub(super) what: Imported,
    pub(super) from: Name,
}

/// What is imported.
#[derive(Clone, Debug)]
pub(super) enum Imported {
    Name(String),
    /// The whole file, as a namespace.
    All,
}

/// A name that a file passes on.
#[derive(Debug)]
pub(super) struct Export {
    /// What it is called outside; none for everything.
    pub(super) name: Option<String>,
    /// What it is called here, or in the file it comes from.
    pub(super) what: Imported,
    pub(super) from: Option<Name>,
}

/// A type as it is written.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) span: Span,
    pub(super) kind: TypeKind,
}

/// What kind of type.
#[derive(Debug)]
pub(super) enum TypeKind {
    /// `any` and `unknown`.
    Any,
    /// `object` and `{}`.
    Object,
    /// `void`, `undefined` and `never`.
    Nothing,
    /// A type with a word of its own, `null` included.
    Plain(Types),
    Literal(Literal),
    List(TypeId),
    Tuple {
        items: Vec<TypeId>,
        rest: Option<TypeId>,
    },
    Union(Vec<TypeId>),
    Both(Vec<TypeId>),
    Fields {
        members: Vec<Member>,
        /// What fields without a name are (`[key: string]: …`).
        others: Option<TypeId>,
    },
    Named {
        /// With dots between its parts.
        name: String,
        arguments: Vec<TypeId>,
    },
    /// `keyof …`
    Keys(TypeId),
    /// `…[…]`
    At(TypeId, TypeId),
    /// `{ [Key in …]: … }`
    Mapped {
        key: String,
        keys: TypeId,
        value: TypeId,
        presence: Presence,
    },
    /// `typeof NAME`
    ValueOf(String),
    /// What is not read, by what it is called.
    Strange(&'static str),
}

/// Whether a mapped type changes which fields must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Kept,
    Optional,
    Required,
}

/// A value that is a type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Text(String),
    /// As written, without separators.
    Number(String),
    Bool(bool),
}

/// A field of an object.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Name,
    pub(super) is_optional: bool,
    pub(super) value: TypeId,
    pub(super) doc: Option<Doc>,
}

impl Outline {
    pub(super) fn new(source: &Source) -> Self {
        Self {
            source: source.clone(),
            doc: None,
            declarations: Vec::new(),
            imports: Vec::new(),
            exports: Vec::new(),
            types: Vec::new(),
            faults: Vec::new(),
        }
    }

    pub(super) fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    pub(super) fn fault(
        &mut self,
        kind: FaultKind,
        span: Span,
        message: impl Into<String>,
        help: &'static str,
    ) {
        self.faults.push(OutlineFault {
            kind,
            span,
            message: message.into(),
            help,
        });
    }
}
