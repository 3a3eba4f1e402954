//! Targets: the element that a step is about.

/// The element that a step is about. The target of an action matches exactly one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A CSS selector, in backticks; it looks into shadow roots too.
    Selector(String),
    /// A role of ARIA with an accessible name, such as `button "Save"`; the name is equal, white space folded.
    Role {
        /// The role in lower case.
        role: String,
        /// The accessible name.
        name: String,
    },
    /// The smallest element that holds a text, white space folded.
    Text(String),
}
