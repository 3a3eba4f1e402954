//! Going to an address, and why that may fail.

use std::time::{Duration, Instant};

use crate::chromium::{Navigate, Trouble};
use crate::window::Window;

/// Why an address is not opened whose answers lead back to it.
pub(crate) const CIRCLE: &str = "it redirects in a circle";

/// What came of going to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotOpened {
    /// There is no page; a sentence without its full stop.
    Nothing(String),
    /// There is one, and it is not all there: what follows can be judged.
    NotLoaded(String),
    /// The browser or the renderer gave up.
    Trouble(Trouble),
}

/// Goes to an address and waits until all that belongs to the document is there.
pub(crate) fn open(window: &Window<'_>, url: &str, until: Instant) -> Result<(), NotOpened> {
    if !window.may_go_to(url) {
        return Err(NotOpened::Nothing(refused(url)));
    }
    let begun = Instant::now();
    let (mark, asked) = window
        .watch()
        .look(|seen| (seen.refused.len(), seen.exchanges.all.len()));
    let session = window.session().map_err(NotOpened::Trouble)?;
    let limit = until.saturating_duration_since(begun);
    let command = Navigate {
        url: url.to_owned(),
    };
    let navigated = match session.call(&command, limit) {
        Ok(navigated) => navigated,
        Err(Trouble::Silent { .. }) => {
            window.stop_loading();
            return Err(NotOpened::Nothing(silent(window, url, limit)));
        }
        Err(trouble) => return Err(NotOpened::Trouble(trouble)),
    };
    let elsewhere = window.watch().look(|seen| seen.refused.get(mark).cloned());
    if let Some(elsewhere) = elsewhere {
        return Err(NotOpened::Nothing(format!(
            "`{url}` leads on: {}",
            refused(&elsewhere)
        )));
    }
    if navigated.is_download {
        return Err(NotOpened::Nothing(format!(
            "`{url}` is a download, not a page"
        )));
    }
    if let Some(error) = navigated.error_text.filter(|error| !error.is_empty()) {
        let circle = match error.as_str() {
            "net::ERR_TOO_MANY_REDIRECTS" => circle(window, asked),
            _ => String::new(),
        };
        return Err(NotOpened::Nothing(reason(url, &error) + &circle));
    }
    let Some(document) = navigated.loader_id else {
        // Only the part behind `#` is another.
        return Ok(());
    };
    let loaded = window.watch().wait(until, |seen| {
        let Some(tab) = seen.tabs.current() else {
            return Some(Err(Trouble::Gone));
        };
        if tab.has_crashed {
            return Some(Err(Trouble::Crashed));
        }
        // A document may lead on to another one while it loads.
        let is_it = tab.document == document || !tab.document.is_empty() && !tab.is_navigating;
        (is_it && tab.is_loaded).then_some(Ok(()))
    });
    match loaded {
        Some(Ok(())) => Ok(()),
        Some(Err(trouble)) => Err(NotOpened::Trouble(trouble)),
        None => Err(match window.tab() {
            Err(trouble) => NotOpened::Trouble(trouble),
            Ok(_) => NotOpened::NotLoaded(endless(window, begun.elapsed())),
        }),
    }
}

pub(super) fn refused(url: &str) -> String {
    let origin = url::Url::parse(url).map(|url| url.origin().ascii_serialization());
    let origin = origin.unwrap_or_else(|_| url.to_owned());
    format!("`{origin}` is outside the origins that the plan names, and nothing was done there")
}

fn silent(window: &Window<'_>, url: &str, limit: Duration) -> String {
    let seconds = seconds(limit);
    let is_asked = window.watch().look(|seen| {
        let mut exchanges = seen.exchanges.all.iter();
        exchanges.any(|exchange| exchange.request.status.is_some() && exchange.request.url == url)
    });
    match is_asked {
        true => format!("`{url}` was answered and never became a page within {seconds}"),
        false => format!("the server at `{url}` gave no answer within {seconds}"),
    }
}

/// Says what a page that never loads is waiting for.
fn endless(window: &Window<'_>, after: Duration) -> String {
    let waiting: Vec<String> = window.watch().look(|seen| {
        let open = seen
            .exchanges
            .all
            .iter()
            .filter(|exchange| !exchange.is_done);
        let open = open.filter(|exchange| {
            !matches!(exchange.request.kind.as_str(), "EventSource" | "WebSocket")
        });
        let line = |exchange: &crate::observe::Exchange| {
            format!("`{} {}`", exchange.request.method, exchange.request.url)
        };
        let mut lines: Vec<String> = Vec::new();
        for line in open.map(line) {
            if lines.len() < 3 && !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    });
    let seconds = seconds(after);
    if waiting.is_empty() {
        return format!("the page did not finish loading within {seconds}");
    }
    format!(
        "the page did not finish loading within {seconds}: it waits for {}",
        waiting.join(", ")
    )
}

/// Says which addresses a circle goes through, of the requests from one on.
fn circle(window: &Window<'_>, from: usize) -> String {
    const MOST: usize = 4;
    let mut on_it: Vec<String> = Vec::new();
    window.watch().look(|seen| {
        for exchange in seen.exchanges.all.iter().skip(from) {
            let address = format!("`{}`", exchange.request.url);
            if on_it.contains(&address) || on_it.len() == MOST {
                break;
            }
            on_it.push(address);
        }
    });
    format!(": {}", on_it.join(", "))
}

fn reason(url: &str, error: &str) -> String {
    let why = match error {
        "net::ERR_CONNECTION_REFUSED" => "nobody answers there: connection refused",
        "net::ERR_NAME_NOT_RESOLVED" => "the host's name is not known",
        "net::ERR_EMPTY_RESPONSE" => "the server closed the connection without an answer",
        "net::ERR_CONNECTION_RESET" => "the server broke the connection off",
        "net::ERR_UNSAFE_PORT" => "no browser goes to that port",
        "net::ERR_CERT_DATE_INVALID" => "its certificate is over, or not good yet",
        "net::ERR_CERT_COMMON_NAME_INVALID" => "its certificate is for another host",
        "net::ERR_INVALID_HTTP_RESPONSE" => "what the server answered is no HTTP",
        "net::ERR_TOO_MANY_REDIRECTS" => CIRCLE,
        "net::ERR_CONNECTION_TIMED_OUT" => "the server gave no answer",
        "net::ERR_SSL_PROTOCOL_ERROR" => "the server speaks no TLS",
        "net::ERR_CERT_AUTHORITY_INVALID" => "its certificate is from nobody who is trusted",
        "net::ERR_ABORTED" => "the browser gave it up: a download, or an answer without a page",
        other => other,
    };
    format!("`{url}` cannot be opened: {why}")
}

/// Writes a duration for a person.
pub(super) fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}
