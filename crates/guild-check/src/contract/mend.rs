//! What a program can mend in a document: the order of things, and the form of what is certain.

mod columns;
mod language;
mod last_line;
mod order;

pub(super) use columns::columns;
pub(super) use language::language;
pub(super) use last_line::last_line;
pub(super) use order::order;
