//! What the contract does not promise to keep is said to be so.

use std::sync::LazyLock;

use guild_check::contract::phrase::Phrases;
use guild_check::{Findings, Span};

use crate::document::{Document, Role};
use crate::wording::phrases;
use crate::{Part, UnstableState};

static DEPRECATED: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "deprecated",
        "deprecation",
        "obsolete",
        "replaced by",
        "superseded",
    ])
});
static BETA: LazyLock<Phrases> =
    LazyLock::new(|| phrases(&["beta", "preview", "experimental", "unstable", "alpha"]));

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(contract) = &document.known.contract else {
        return;
    };
    for unstable in &contract.unstable {
        let state = unstable.state;
        let found = match &unstable.part {
            Part::Whole => whole(document, state),
            Part::Parameter(name) => parameter(document, name, state),
            Part::Field(name) => field(document, name, state),
        };
        let Some((span, what)) = found else {
            continue;
        };
        let word = state.word();
        findings
            .error(
                document.at(span),
                format!("{what} is {word} in the contract, and nothing here says so"),
            )
            .help(help(state));
    }
}

fn whole(document: &Document, state: UnstableState) -> Option<(Span, String)> {
    let title = document.title.as_ref()?;
    let is_said = says(&title.text, state)
        || document
            .passages(Role::Effect)
            .iter()
            .any(|passage| says(passage.text, state));
    (!is_said).then(|| (title.span, format!("`{}`", title.text)))
}

/// A parameter that the table lacks is another rule's finding.
fn parameter(document: &Document, name: &str, state: UnstableState) -> Option<(Span, String)> {
    let row = document
        .parameters
        .iter()
        .find(|parameter| parameter.bare_name() == name)?;
    (!says(&row.description.text, state)).then(|| (row.name.span, format!("`{name}`")))
}

fn field(document: &Document, name: &str, state: UnstableState) -> Option<(Span, String)> {
    let section = document.section(Role::Response)?;
    let passages = document.passages(Role::Response);
    let is_said = passages
        .iter()
        .any(|passage| passage.text.contains(name) && says(passage.text, state));
    (!is_said).then(|| (section.heading.text_span, format!("the field `{name}`")))
}

fn says(text: &str, state: UnstableState) -> bool {
    match state {
        UnstableState::Deprecated => DEPRECATED.is_in(text),
        UnstableState::Beta => BETA.is_in(text),
    }
}

fn help(state: UnstableState) -> &'static str {
    match state {
        UnstableState::Deprecated => {
            "start with `Deprecated:` and say since when and what replaces it"
        }
        UnstableState::Beta => "start with `Beta:` and say what may change and until when",
    }
}
