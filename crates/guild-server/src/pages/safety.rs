//! What the safety rules say of a release, on the pages that show one.

use guild_check::explain;
use guild_skill::{Digest, rules, wire};

use super::checked::{coded, stamp};
use super::text::{self, Html};
use crate::error::ApiError;
use crate::links;
use crate::safety::Told;
use crate::state::AppState;

/// The section of a page.
pub(super) struct SafetyBlock {
    /// How many rules there are.
    pub(super) rules: usize,
    /// Whether the files could be judged.
    pub(super) is_judged: bool,
    pub(super) findings: Vec<SafetyLine>,
    /// How many findings are not shown.
    pub(super) more: usize,
}

/// A finding.
pub(super) struct SafetyLine {
    pub(super) path: String,
    pub(super) shown_path: String,
    pub(super) line: u32,
    pub(super) stamp: &'static str,
    /// How much it weighs, in a word, and whether it is a guess.
    pub(super) word: String,
    pub(super) message: Html,
    pub(super) help: Option<Html>,
    pub(super) rule: String,
    /// The page of the rule, if this server has it.
    pub(super) page: Option<String>,
}

impl SafetyBlock {
    /// Judges a release, unless that was done before.
    pub(super) async fn of(state: &AppState, release: &wire::Release) -> Result<Self, ApiError> {
        // The catalog wrote the digest, so it is one.
        let digest = Digest::parse(&release.digest).map_err(ApiError::fault)?;
        let judged = state.safety().of(state, &digest).await?;
        let findings = judged.iter().flat_map(|judged| &judged.findings);
        Ok(Self {
            rules: rules::SAFETY.len(),
            is_judged: judged.is_some(),
            findings: findings.map(|told| SafetyLine::of(told, state)).collect(),
            more: judged.as_ref().map_or(0, |judged| judged.more),
        })
    }
}

impl SafetyLine {
    fn of(told: &Told, state: &AppState) -> Self {
        let guess = if told.is_guess { ", a guess" } else { "" };
        Self {
            shown_path: text::visible(&told.path),
            path: told.path.clone(),
            line: told.line,
            stamp: stamp(told.severity),
            word: format!("{}{guess}", told.severity.word()),
            message: coded(&told.message),
            help: told.help.as_deref().map(coded),
            page: explain::find(&told.rule, state.rules()).map(|page| links::rule(page.name)),
            rule: told.rule.to_string(),
        }
    }
}
