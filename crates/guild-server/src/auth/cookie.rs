//! The one cookie: what a browser keeps of a session.
//!
//! It is sent to this host alone, not to scripts, and never along with a request that another site began. Where people
//! use https its name says so, and a browser then takes it from nobody else (RFC 6265bis, `__Host-`).

use guild_catalog::SessionSecret;
use http::header::{self, HeaderMap, HeaderValue};

use crate::state::BaseUrl;

const PLAIN: &str = "guild-session";
const SECURE: &str = "__Host-guild-session";

/// A month: the server ends a session sooner where it has to.
const SECONDS: u32 = 30 * 24 * 60 * 60;

/// Makes the header that begins a session in a browser.
pub(crate) fn begin_session(base_url: &BaseUrl, secret: &SessionSecret) -> HeaderValue {
    of(base_url, secret.reveal(), SECONDS)
}

/// Makes the header that ends one.
pub(crate) fn end_session(base_url: &BaseUrl) -> HeaderValue {
    of(base_url, "", 0)
}

fn of(base_url: &BaseUrl, value: &str, seconds: u32) -> HeaderValue {
    let (name, secure) = match base_url.as_str().starts_with("https://") {
        true => (SECURE, "; Secure"),
        false => (PLAIN, ""),
    };
    let text =
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    let mut header = HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""));
    header.set_sensitive(true);
    header
}

/// Finds what a browser keeps of a session. The strict name goes first: nobody else can have set it.
pub(super) fn session_of(headers: &HeaderMap) -> Option<&str> {
    let value = |wanted: &str| {
        let lines = headers.get_all(header::COOKIE).iter();
        let pairs = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(';'));
        pairs
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(name, value)| (name == wanted).then_some(value))
    };
    value(SECURE).or_else(|| value(PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_strict_and_bound_to_https_where_people_use_it() {
        let secret: SessionSecret = "0".repeat(64).parse().unwrap();
        let of = |url: &str| {
            let base = BaseUrl::Given(url.to_owned());
            begin_session(&base, &secret).to_str().unwrap().to_owned()
        };
        let zeros = "0".repeat(64);
        assert_eq!(
            of("http://127.0.0.1:1"),
            format!("guild-session={zeros}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict")
        );
        assert_eq!(
            of("https://a.example"),
            format!(
                "__Host-guild-session={zeros}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"
            )
        );
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        assert_eq!(session_of(&headers), None);
        headers.append(
            "cookie",
            "a=1; xguild-session=2;guild-session=3".parse().unwrap(),
        );
        assert_eq!(session_of(&headers), Some("3"));
        headers.append("cookie", "__Host-guild-session=4".parse().unwrap());
        assert_eq!(session_of(&headers), Some("4"));
    }
}
