//! The headers that every answer carries.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Pages need their own styles, scripts and pictures, and nothing else from anywhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for a page that is a file, as far as a page can say it of itself.
pub(crate) const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'";

const PERMISSIONS_POLICY: &str =
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

static SECURITY: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(PERMISSIONS_POLICY),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Sets the security headers.
pub(crate) fn secure(headers: &mut HeaderMap) {
    headers.reserve(SECURITY.len());
    for (name, value) in &SECURITY {
        headers.insert(name.clone(), value.clone());
    }
}

/// Lets pages of other sites read an index of discovery: it is the same for everybody, and a browser that asks for it on
/// such a page sends no cookie along.
pub(crate) fn open_discovery(path: &str, headers: &mut HeaderMap) {
    if path.contains("/.well-known/") {
        let everybody = HeaderValue::from_static("*");
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, everybody);
    }
}

/// How the bytes of an answer are coded on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    /// As they are.
    Identity,
    /// Compressed by gzip.
    Gzip,
}

impl Encoding {
    /// Chooses what a request accepts.
    pub(crate) fn accepted(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
        let mut items = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','));
        if items.any(allows_gzip) {
            Self::Gzip
        } else {
            Self::Identity
        }
    }
}

/// Whether one item of Accept-Encoding names gzip with a weight other than zero.
fn allows_gzip(item: &str) -> bool {
    let mut parts = item.split(';').map(str::trim);
    let is_gzip = parts
        .next()
        .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
    let weight = parts.find_map(|part| part.strip_prefix("q="));
    is_gzip && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
}

/// Whether a request would rather have a page than JSON.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT);
    accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(text: &'static str) -> Encoding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
        Encoding::accepted(&headers)
    }

    #[test]
    fn gzip_is_chosen_when_it_is_accepted() {
        assert_eq!(accepting("br, GZIP"), Encoding::Gzip);
        assert_eq!(accepting("gzip;q=0.5, br;q=1.0"), Encoding::Gzip);
        assert_eq!(accepting("gzip;q=0"), Encoding::Identity);
        assert_eq!(accepting("gzip;q=x"), Encoding::Identity);
        assert_eq!(accepting("deflate"), Encoding::Identity);
        assert_eq!(Encoding::accepted(&HeaderMap::new()), Encoding::Identity);
    }
}
