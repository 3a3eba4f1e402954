//! The nouns of the catalog.
//!
//! Owns what a skill is: its name, its SKILL.md, its page record, its archive and digests, the rules that judge it, and
//! the JSON shapes that the server and its clients share ([`wire`]). It knows no network, no clock, no async and no
//! database. Start reading at [`wire`] for what a catalog says of a skill, or at [`name`] for how a domain string is made.

pub mod age;
pub mod archive;
pub mod assistants;
pub mod check;
pub mod comparison;
pub mod contracts;
pub mod digest;
pub mod files;
pub mod front_matter;
pub mod import;
pub mod install;
pub mod log;
pub mod matching;
pub mod name;
mod named;
pub mod note;
mod pack_label;
pub mod page;
pub mod rules;
pub mod scope;
pub mod signature;
pub mod skill;
pub mod template;
pub mod token;
pub mod version;
pub mod wire;

pub use age::Date;
pub use archive::ArchiveLimits;
pub use digest::Digest;
pub use files::{FilePath, FileSet, SkillFile};
pub use name::{AccountName, PackName, SkillName};
pub use named::named;
pub use pack_label::{PackLabel, PackLabelError};
pub use page::{PageRecord, RecentChange};
pub use scope::{Role, Scope};
