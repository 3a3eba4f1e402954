//! The list of rules, by the check that they belong to.

use askama::Template;
use axum::extract::State;
use guild_check::Source;
use guild_check::markdown::{Block, Markdown};
use guild_check::rule::RulePage;

use super::layout::{Here, Layout};
use super::text::Html;
use super::{assets, markdown};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    layout: Layout,
    checks: Vec<Check>,
}

/// A group of rules.
struct Check {
    name: &'static str,
    rules: Vec<RuleLine>,
}

/// A rule in the list.
struct RuleLine {
    name: &'static str,
    finds: Html,
}

/// Shows all rules.
pub(crate) async fn show(State(state): State<AppState>) -> Result<Document, ApiError> {
    let mut checks: Vec<Check> = Vec::new();
    for rule in state.rules() {
        let name = group(rule);
        let line = RuleLine {
            name: rule.name,
            finds: finds(rule),
        };
        match checks.iter_mut().find(|check| check.name == name) {
            Some(check) => check.rules.push(line),
            None => checks.push(Check {
                name,
                rules: vec![line],
            }),
        }
    }
    pages::render(&RulesPage {
        layout: Layout::new(&state, Here::Rules, links::rules()),
        checks,
    })
}

/// Names the group of a rule: those of a skill are many and stand by what they ask for, others by their check.
fn group(rule: &RulePage) -> &'static str {
    let groups = [
        "A skill, by the specification",
        "A skill, by what known clients accept",
        "A skill, to be listed here",
        "A skill, to be safe",
    ];
    let lists = guild_skill::rules::LISTS.iter().zip(groups);
    let mut holding = lists.filter(|(list, _)| list.iter().any(|one| one.name == rule.name));
    match holding.next() {
        Some((_, group)) => group,
        None => match rule.name.split('/').next() {
            Some("skill") => "A skill's archive",
            Some("work") => "Work that a contract describes",
            Some("contract") => "A contract",
            Some("docs") => "A document of an API",
            Some(check) => check,
            None => rule.name,
        },
    }
}

/// Gives the first paragraph under `What it finds`.
pub(super) fn finds(rule: &RulePage) -> Html {
    let source = Source::new("", rule.page);
    let page = Markdown::parse(&source);
    let section = page.section("What it finds");
    let paragraph = section.and_then(|section| section.blocks.iter().find_map(Block::as_paragraph));
    let text = paragraph.map_or("", |paragraph| source.slice(paragraph.span));
    markdown::inline(text)
}
