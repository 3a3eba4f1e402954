//! The last look at a contract before it is written: it passes the check, in both languages.

use std::sync::Arc;

use guild_check::{Finding, Source};

use super::plan::{Plan, Refusal};
use crate::rules::judge_design;
use crate::{Conventions, Loading, Survey, parse};

/// Holds both forms of a contract against the rules, which know more names than a plan refuses by itself.
///
/// # Errors
///
/// If a rule finds something: what it says is refused.
pub fn prove(plan: &Plan) -> Result<(), Refusal> {
    let files = [
        ("openapi.yaml", super::openapi(plan)),
        ("contract.ts", super::contract_ts(plan)),
    ];
    match files
        .into_iter()
        .find_map(|(name, text)| first_finding(name, text))
    {
        None => Ok(()),
        Some(finding) => {
            let help = finding
                .help
                .unwrap_or_else(|| format!("read `guild explain {}`", finding.rule));
            Err(Refusal::new(finding.message, help))
        }
    }
}

fn first_finding(name: &str, text: String) -> Option<Finding> {
    let contract = parse(&Source::new(name, text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    judge_design(&survey).into_iter().next()
}
