//! A report in the six forms that people and machines read, one file each.

pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;

use std::str::FromStr;

use crate::Report;
use crate::rule::RulePage;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Annotated source, for a terminal.
    Human,
    /// The JSON report, version 1.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands that annotate a change on GitHub.
    Github,
    /// JUnit XML, for what shows test results.
    Junit,
    /// A Markdown table, for a comment on a change.
    Markdown,
}

/// Whether a text carries terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// None.
    Plain,
    /// Terminal escapes.
    Styled,
}

/// A format that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no report format: use human, json, sarif, github, junit or markdown")]
pub struct UnknownFormat(pub String);

/// How to render a report.
#[derive(Clone, Copy, Debug)]
pub struct RenderOptions<'a> {
    /// The form.
    pub format: Format,
    /// Whether the human form is coloured.
    pub colour: Colour,
    /// The pages of the rules that may be found, for the forms that describe them.
    pub pages: &'a [RulePage],
}

/// Renders a report; the text ends in a line end.
pub fn render(report: &Report, options: &RenderOptions<'_>) -> String {
    match options.format {
        Format::Human => human::render(report, options.colour),
        Format::Json => json::render(report),
        Format::Sarif => sarif::render(report, options.pages),
        Format::Github => github::render(report),
        Format::Junit => junit::render(report),
        Format::Markdown => markdown::render(report),
    }
}

impl Format {
    /// All formats in the order of the documentation.
    pub const ALL: [Self; 6] = [
        Self::Human,
        Self::Json,
        Self::Sarif,
        Self::Github,
        Self::Junit,
        Self::Markdown,
    ];

    /// Gives the word that names the format on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.word() == word)
            .ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}
