//! The forms of a step: the closed set of PLAN.md, each shown as it is written.

use std::sync::OnceLock;

use guild_check::{Source, Span};

use super::StepKind;
use super::build;
use super::filled::{Filled, Wrong, target};
use super::token::{Token, TokenKind, tokens};

/// One form of a step.
pub(super) struct Form {
    /// The form as a person writes it: `<target>`, `"…"`, `` `…` `` and a number are where a plan says its own.
    pub(super) shown: &'static str,
    /// Makes the step.
    pub(super) build: fn(&mut Filled) -> Result<StepKind, Wrong>,
}

/// A piece of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Word(String),
    Target,
    Text(String),
    Code(String),
    Number(String),
    Colon,
}

/// The forms in the order of PLAN.md.
pub(super) const FORMS: &[Form] = &[
    form("Navigate to `/tasks`", build::navigate),
    form("Click <target>", build::click),
    form("Fill <target> with \"text\"", build::fill),
    form("Fill <target> with secret `NAME`", build::fill_secret),
    form("Select \"option\" in <target>", build::select),
    form("Check <target>", build::check),
    form("Uncheck <target>", build::uncheck),
    form("Press `Enter`", build::press),
    form("Press `Enter` in <target>", build::press),
    form("Hover <target>", build::hover),
    form("Upload `file.png` to <target>", build::upload),
    form("Scroll to <target>", build::scroll),
    form("Accept dialog", build::accept),
    form("Dismiss dialog", build::dismiss),
    form("Assert <target> is present", build::is_present),
    form("Assert <target> is absent", build::is_absent),
    form("Assert <target> is visible", build::is_visible),
    form("Assert <target> is hidden", build::is_hidden),
    form("Assert <target> is enabled", build::is_enabled),
    form("Assert <target> is disabled", build::is_disabled),
    form("Assert <target> is focused", build::is_focused),
    form("Assert <target> is checked", build::is_checked),
    form("Assert <target> has text \"text\"", build::has_text),
    form(
        "Assert <target> contains text \"text\"",
        build::contains_text,
    ),
    form("Assert <target> has value \"value\"", build::has_value),
    form(
        "Assert <target> has attribute `name` \"value\"",
        build::has_attribute,
    ),
    form("Assert <target> has count 3", build::has_count),
    form("Assert URL is `/tasks/1`", build::url_is),
    form("Assert title is \"title\"", build::title_is),
    form(
        "Assert <target> has role `button` and label \"Save\"",
        build::has_role,
    ),
    form("Assert every control has a label", build::labels),
    form("Assert console has no errors", build::console),
    form(
        "Assert network `POST /api/tasks` responds `201`",
        build::responds,
    ),
    form(
        "Assert network `POST /api/tasks` responds `201` and body matches:",
        build::responds_shape,
    ),
    form(
        "Assert network `POST /api/tasks` responds `201` and body matches schema `task.schema.json`",
        build::responds_schema,
    ),
    form(
        "Assert network `POST /api/tasks` responds `201` and body matches contract `openapi.yaml`",
        build::responds_contract,
    ),
    form(
        "Assert network `POST /api/tasks` sends body matching:",
        build::sends_shape,
    ),
    form(
        "Assert network `POST /api/tasks` sends body matching schema `task.schema.json`",
        build::sends_schema,
    ),
    form(
        "Assert network `GET /api/tasks` was called 1 time",
        build::called,
    ),
    form(
        "Assert network `GET /api/tasks` was called 2 times",
        build::called,
    ),
    form(
        "Assert no request to `https://ads.example`",
        build::no_request,
    ),
    form("Assert Core Web Vitals pass", build::vitals_pass),
    form("Assert LCP is below 2500 ms", build::lcp),
    form("Assert CLS is below 0.1", build::cls),
    form("Assert INP is below 200 ms", build::inp),
    form("Screenshot `after-save`", build::screenshot),
];

const fn form(shown: &'static str, build: fn(&mut Filled) -> Result<StepKind, Wrong>) -> Form {
    Form { shown, build }
}

/// Gives the pieces of each form, in the order of [`FORMS`].
pub(super) fn pieces() -> &'static [Vec<Piece>] {
    static PIECES: OnceLock<Vec<Vec<Piece>>> = OnceLock::new();
    PIECES.get_or_init(|| FORMS.iter().map(|form| pieces_of(form.shown)).collect())
}

fn pieces_of(shown: &str) -> Vec<Piece> {
    let source = Source::new("form", shown);
    let tokens = tokens(&source, Span::new(0..shown.len()));
    let piece = |token: Token| match token.kind {
        TokenKind::Word if token.text == "<target>" => Piece::Target,
        TokenKind::Word if token.text.parse::<f64>().is_ok() => Piece::Number(token.text),
        TokenKind::Word | TokenKind::Smart | TokenKind::Unclosed => Piece::Word(token.text),
        TokenKind::Quoted => Piece::Text(token.text),
        TokenKind::Code => Piece::Code(token.text),
        TokenKind::Colon => Piece::Colon,
    };
    tokens.into_iter().map(piece).collect()
}

/// Whether a form has a JSON block below it.
pub(super) fn takes_block(pieces: &[Piece]) -> bool {
    pieces.last() == Some(&Piece::Colon)
}

/// Finds the form of a line and fills it; none if the line is in no form.
pub(super) fn fill(tokens: &[Token]) -> Option<(usize, Result<Filled, Wrong>)> {
    let mut all = pieces().iter().enumerate();
    all.find_map(|(index, pieces)| Some((index, fill_one(pieces, tokens)?)))
}

fn fill_one(pieces: &[Piece], tokens: &[Token]) -> Option<Result<Filled, Wrong>> {
    let mut filled = Filled::default();
    let mut wrong = None;
    let mut rest = tokens;
    for piece in pieces {
        if *piece == Piece::Target {
            let (length, found) = target(rest)?;
            match found {
                Ok(target) => filled.target = Some(target),
                Err(found) => wrong = Some(found),
            }
            rest = &rest[length..];
            continue;
        }
        let (token, after) = rest.split_first()?;
        let fits = match (piece, token.kind) {
            (Piece::Word(word), TokenKind::Word) => *word == token.text,
            (Piece::Text(_), TokenKind::Quoted) => {
                filled.text.clone_from(&token.text);
                true
            }
            (Piece::Code(_), TokenKind::Code) => {
                filled.push_code(token);
                true
            }
            (Piece::Number(_), TokenKind::Word) => {
                filled.number = token.clone();
                is_number(&token.text)
            }
            (Piece::Colon, TokenKind::Colon) => true,
            _ => false,
        };
        if !fits {
            return None;
        }
        rest = after;
    }
    let result = wrong.map_or(Ok(filled), Err);
    rest.is_empty().then_some(result)
}

/// Whether a word is a number as a plan writes one: digits, and a point between them.
pub(super) fn is_number(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}
