//! A form that a page of ours posts: from where it may come, and how it is read.

use axum::body::Body;
use http::header::{self, HeaderMap};

use crate::error::{ApiError, Code};
use crate::parameters::Fields;
use crate::received::{self, Bounds};
use crate::state::AppState;

/// The length of a form: three bytes stand for one that is escaped.
const FORM_BYTES: u64 = 1024 * 1024;

/// The length of a JSON body.
const JSON_BYTES: u64 = 64 * 1024;

/// How much of a form that is too long is still read: a browser shows no answer before it has sent everything.
const DISCARDED_BYTES: u64 = 16 * 1024 * 1024;

/// Refuses what another site makes a browser send.
///
/// # Errors
/// When the request says that it comes from elsewhere. One that says nothing is no browser's.
pub(crate) fn refuse_cross_site(headers: &HeaderMap, base_url: &str) -> Result<(), ApiError> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let is_ours = match (text("sec-fetch-site"), text(header::ORIGIN.as_str())) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => {
            let host = text(header::HOST.as_str()).unwrap_or("");
            let authority = origin.split_once("://").map_or("", |(_, after)| after);
            origin == base_url || (!host.is_empty() && authority.eq_ignore_ascii_case(host))
        }
        (None, None) => true,
    };
    if is_ours {
        return Ok(());
    }
    let message =
        "the form was sent from another site; open the page on this catalog and send it from there";
    Err(ApiError::new(Code::CrossSite, message))
}

/// Reads the fields of a form.
///
/// # Errors
/// When it is too long, too slow, or no form.
pub(crate) async fn read(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
) -> Result<Fields, ApiError> {
    let is_form = is_of_type(headers, "application/x-www-form-urlencoded");
    let bytes = received::collect(body, bounds(state, FORM_BYTES, too_large)).await?;
    if !is_form {
        return Err(malformed(
            "the body is no form; send it as application/x-www-form-urlencoded",
        ));
    }
    let not_text = "the form is not text in UTF-8; save the document as UTF-8 and paste it again";
    let text = String::from_utf8(bytes).map_err(|_| malformed(not_text))?;
    Fields::parse(&text).map_err(|error| {
        let message = format!("the form cannot be read: {}", error.message);
        error.under(Code::MalformedBody, &message)
    })
}

/// Reads a JSON body. A page of another site cannot send one of that type without being asked first.
///
/// # Errors
/// When it is too long, too slow, or said to be something else.
pub(crate) async fn read_json(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
) -> Result<Vec<u8>, ApiError> {
    let too_large = || {
        let message = format!("the body is longer than {} KiB", JSON_BYTES / 1024);
        ApiError::new(Code::BodyTooLarge, message)
    };
    let bytes = received::collect(body, bounds(state, JSON_BYTES, too_large)).await?;
    if !is_of_type(headers, "application/json") {
        return Err(malformed("the body is not sent as application/json"));
    }
    Ok(bytes)
}

/// Whether a body is said to be of a type, whatever stands behind it.
pub(crate) fn is_of_type(headers: &HeaderMap, wanted: &str) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(wanted))
}

/// The bounds of a body of ours.
fn bounds(state: &AppState, bytes: u64, too_large: fn() -> ApiError) -> Bounds {
    Bounds {
        bytes,
        discarded_bytes: DISCARDED_BYTES,
        time: state.body_time(),
        called: "the body",
        too_large,
    }
}

/// Says that a document is too long to be checked here.
pub(crate) fn too_large() -> ApiError {
    let message = "the text is longer than 256 KiB, which is the most that is checked here; check it on your machine with `guild check`";
    ApiError::new(Code::BodyTooLarge, message)
}

pub(crate) fn malformed(message: &str) -> ApiError {
    ApiError::new(Code::MalformedBody, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_taken(given: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(*name, value.parse().unwrap());
        }
        refuse_cross_site(&headers, "https://skills.example").is_ok()
    }

    #[test]
    fn a_form_comes_from_a_page_of_ours_or_from_no_browser() {
        assert!(is_taken(&[]));
        assert!(is_taken(&[("sec-fetch-site", "same-origin")]));
        assert!(is_taken(&[("origin", "http://a:1"), ("host", "a:1")]));
        assert!(is_taken(&[
            ("origin", "https://skills.example"),
            ("host", "inner:1")
        ]));
    }

    #[test]
    fn a_form_of_another_site_is_refused() {
        for site in ["cross-site", "same-site", "SAME-ORIGIN?"] {
            let host = [
                ("sec-fetch-site", site),
                ("origin", "http://a"),
                ("host", "a"),
            ];
            assert!(!is_taken(&host), "{site}");
        }
        for origin in ["null", "", "http://b", "http://a.b", "a"] {
            assert!(!is_taken(&[("origin", origin), ("host", "a")]), "{origin}");
        }
        assert!(!is_taken(&[("origin", "http://"), ("host", "")]));
    }
}
