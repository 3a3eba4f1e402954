//! The checker's kit.
//!
//! Owns what every check needs: sources with exact positions, Markdown, findings, rules with their pages, reports and
//! the six ways to print one. It knows no document kind, and has no network, no clock, no async and no database.
//! Start reading at [`rule`], then [`finding`].

pub mod source;

pub mod finding;
pub mod fix;
pub mod markdown;

pub mod contract;
pub mod rule;
pub mod spec;

pub mod allow;
pub mod baseline;
pub mod glob;
pub mod settings;

pub mod explain;
pub mod render;
pub mod report;

pub mod operation;

pub mod address;
pub mod each;
pub mod hidden;
pub mod nearest;
pub mod orders;
pub mod percent;
mod shortened;

pub use baseline::Baseline;
pub use finding::{Finding, Findings, Severity};
pub use markdown::Markdown;
pub use report::{Report, Verdict};
pub use settings::Settings;
pub use shortened::shortened;
pub use source::{Place, Source, Span};

/// Gives the pages of the rules on the ways to silence a finding, which every check has.
pub fn kit_pages() -> impl Iterator<Item = rule::RulePage> {
    let on_comments = allow::RULES.iter().map(rule::Rule::page);
    on_comments.chain(baseline::RULES.iter().map(rule::Rule::page))
}
