//! The page of a rule: the same text that `guild explain` prints.

use askama::Template;
use axum::extract::State;
use guild_check::explain;
use guild_check::rule::RulePage as Rule;
use guild_check::spec::{self, Example};

use super::layout::{Here, Layout};
use super::rules::finds;
use super::text::{self, Html};
use super::{assets, markdown};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "rule.html")]
struct RulePage {
    layout: Layout,
    name: &'static str,
    finds: String,
    text: Html,
    examples: Vec<ShownExample>,
}

/// An example with its verdict.
struct ShownExample {
    is_bad: bool,
    place: String,
    content: Html,
}

/// Shows a rule.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((check, rule)): FromPath<(String, String)>,
) -> Result<Document, ApiError> {
    let name = format!("{check}/{rule}");
    let rule = explain::find(&name, state.rules());
    let rule = rule.ok_or_else(|| {
        let message = format!("There is no rule `{}`.", text::visible(&name));
        ApiError::new(Code::RuleNotFound, message)
    })?;
    pages::render(&RulePage {
        layout: Layout::new(&state, Here::Rules, links::rule(rule.name)),
        name: rule.name,
        finds: text::plain(&finds(rule)),
        text: prose(rule),
        examples: spec::examples(rule.page)
            .into_iter()
            .map(ShownExample::from)
            .collect(),
    })
}

/// Renders the page from its first section up to the examples.
fn prose(rule: &Rule) -> Html {
    let starts_with_section = rule.page.starts_with("## ");
    let start = rule.page.find("\n## ").filter(|_| !starts_with_section);
    let end = rule.page.find("\n## Examples");
    let end = end.unwrap_or(rule.page.len());
    let text = rule.page.get(start.unwrap_or(0)..end);
    let text = text.unwrap_or(rule.page);
    markdown::block(
        text,
        &markdown::Setting {
            top_level: 1,
            ..markdown::Setting::ALONE
        },
    )
}

impl From<Example> for ShownExample {
    fn from(example: Example) -> Self {
        Self {
            is_bad: example.is_bad,
            place: example.place,
            content: text::marked(&example.content),
        }
    }
}
