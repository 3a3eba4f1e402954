//! The page for a request that has no other answer.

use askama::Template;

use crate::error::ApiError;
use crate::links;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    status: u16,
    code: &'a str,
    message: &'a str,
}

/// Writes the page of an error.
pub(crate) fn error_page(_: &AppState, error: &ApiError) -> String {
    let page = ErrorPage {
        status: error.code.status().as_u16(),
        code: error.code.as_str(),
        message: &error.message,
    };
    // A page that fails here has nothing to fall back on but its message.
    page.render()
        .unwrap_or_else(|_| "the server failed".to_owned())
}
