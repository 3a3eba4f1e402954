//! What an API contract says of one operation, for checks that know no contract language.
//!
//! The check of contracts gives it, the check of documents asks for it: neither knows the other.

use crate::Place;

/// A contract that can be asked for its operations.
pub trait Operations: Sync {
    /// Lists the operations that a client can call, in the order of the contract.
    fn list(&self) -> Vec<OperationName>;

    /// Finds an operation by its method and its path, whatever the path's parameters are called.
    fn find(&self, method: &str, path: &str) -> Option<Operation>;
}

/// Which operation.
#[derive(Clone, Debug)]
pub struct OperationName {
    /// The method in capitals.
    pub method: String,
    /// The path, its parameters in braces.
    pub path: String,
    /// Its name in the contract.
    pub id: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// What a contract says of one operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Which operation.
    pub name: OperationName,
    /// All that the contract says of it, where it stands in the first place: what it refers to lies elsewhere.
    pub whole: Place,
    /// One line on it.
    pub summary: Option<String>,
    /// Whether the contract promises to keep it.
    pub promise: Promise,
    /// What goes in: parameters, and the fields of the body.
    pub inputs: Vec<Input>,
    /// Whether the body may have fields that are not listed, or is no object with fields.
    pub is_body_open: bool,
    /// What comes out when it works.
    pub successes: Vec<Answer>,
    /// What comes out when it fails.
    pub errors: Vec<Answer>,
    /// What the caller needs.
    pub security: Security,
    /// The shapes that inputs and answers name by their index; they may hold each other in circles.
    pub shapes: Vec<Shape>,
}

/// Whether a contract promises to keep a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// It stays.
    Kept,
    /// It goes.
    Deprecated,
    /// It is tried out.
    Beta,
}

/// One thing that goes in.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Where it goes.
    pub location: Location,
    /// Whether it must be given.
    pub is_required: bool,
    /// Whether the contract promises to keep it.
    pub promise: Promise,
    /// What it may be.
    pub shape: Option<ShapeIndex>,
    /// What the contract says of it.
    pub description: Option<String>,
}

/// Where an input goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the path.
    Path,
    /// After the question mark.
    Query,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
    /// A field of the body.
    Body,
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For which status.
    pub status: Status,
    /// What the JSON body may be.
    pub shape: Option<ShapeIndex>,
    /// The codes that the body may carry, as far as the contract lists them.
    pub codes: Vec<String>,
    /// Whether the list of codes is for this status alone.
    pub are_codes_own: bool,
    /// What the contract says of it.
    pub description: Option<String>,
}

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// One status.
    One(u16),
    /// All of a hundred.
    Class(u8),
    /// All others.
    Default,
}

/// What the caller needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Security {
    /// The contract does not say.
    Unsaid,
    /// Nothing.
    Open,
    /// One of these.
    Needed {
        /// The scopes of each alternative; one without scopes needs a credential alone.
        alternatives: Vec<Vec<String>>,
        /// The credentials of each alternative.
        credentials: Vec<Vec<Credential>>,
        /// All scopes that the contract knows.
        known: Vec<String>,
    },
}

/// What a caller proves with who is calling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A key in the header, query parameter or cookie of this name.
    Key(Location, String),
    /// A scheme of the `Authorization` header in lower case, such as `bearer`.
    Http(String),
    /// A token that OAuth 2 or `OpenID` Connect gives.
    Token,
    /// A certificate of the client.
    Certificate,
    /// Something else.
    Other,
}

/// A shape by its index in [`Operation::shapes`].
pub type ShapeIndex = usize;

/// What a value may be, everything that bears on it joined.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The types it may have; none for any.
    pub types: Vec<Type>,
    /// Its format.
    pub format: Option<String>,
    /// The values it may have, as written.
    pub values: Option<Vec<String>>,
    /// The value when none is given, as written.
    pub default: Option<String>,
    /// The fields of an object.
    pub fields: Vec<Field>,
    /// Whether an object may have fields that are not listed.
    pub is_open: bool,
    /// What each item of a list may be.
    pub items: Option<ShapeIndex>,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub shape: ShapeIndex,
    /// Whether every object has it.
    pub is_required: bool,
    /// Whether the contract promises to keep it.
    pub promise: Promise,
}

/// A type of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A text.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// A list.
    Array,
    /// `null`.
    Null,
}

impl Type {
    /// Gives the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Object => "object",
            Self::Array => "array",
            Self::Null => "null",
        }
    }
}

impl Location {
    /// Gives the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Body => "body",
        }
    }
}

impl Status {
    /// Tells whether a status falls under this one.
    pub fn covers(self, status: u16) -> bool {
        match self {
            Self::One(one) => one == status,
            Self::Class(class) => u16::from(class) == status / 100,
            Self::Default => true,
        }
    }
}

/// What the bodies of an API's requests and answers must be, for checks that know no schema language.
pub trait Bodies: Sync {
    /// Holds a body against a JSON Schema in a file; says what differs, or why it cannot be told.
    fn schema(&self, file: &str, body: &str) -> Vec<String>;

    /// Holds the body of an answer against the operation of a contract in a file; says what differs, or why it cannot
    /// be told.
    fn answer(&self, file: &str, method: &str, path: &str, status: u16, body: &str) -> Vec<String>;
}
