//! Where an answer sends us (RFC 9110, section 15.4).

use ureq::http::header::LOCATION;
use ureq::http::{Response, Uri};
use ureq::{Body, ResponseExt as _};

use super::url::Host;

/// How often we are sent on before we give up.
pub(super) const REDIRECTS: u32 = 5;

/// An answer that sends us on.
pub(crate) enum Redirect {
    /// To an address, and its host.
    To(Uri, Host),
    /// To what is no web address.
    Nowhere,
}

impl Redirect {
    /// Finds out whether an answer sends us on.
    pub(crate) fn of(response: &Response<Body>) -> Option<Self> {
        if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        let location = response.headers().get(LOCATION);
        let location = location.and_then(|location| location.to_str().ok());
        let uri = location.and_then(|location| resolve(response.get_uri(), location));
        let to = uri.and_then(|uri| Some(Self::To(uri.clone(), Host::of(&uri)?)));
        Some(to.unwrap_or(Self::Nowhere))
    }
}

/// Reads a Location, which may be relative to the address that was asked (RFC 3986, section 4.2).
fn resolve(asked: &Uri, location: &str) -> Option<Uri> {
    // What stands behind `#` is for a reader.
    let location = location.split('#').next().unwrap_or(location);
    let (scheme, authority, path) = (asked.scheme_str()?, asked.authority()?, asked.path());
    let folder = path.rfind('/').map_or("/", |end| &path[..=end]);
    let whole = if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{authority}{location}")
    } else if location.starts_with('?') {
        format!("{scheme}://{authority}{path}{location}")
    } else if location.contains("://") {
        location.to_owned()
    } else {
        format!("{scheme}://{authority}{folder}{location}")
    };
    whole.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_may_leave_out_what_it_shares_with_the_address() {
        let asked = "https://a.example:8443/one/two?page=1".parse().unwrap();
        for (location, whole) in [
            ("http://b.example/x", "http://b.example/x"),
            ("//b.example/x#top", "https://b.example/x"),
            ("/x?page=2", "https://a.example:8443/x?page=2"),
            ("x", "https://a.example:8443/one/x"),
            ("?page=2", "https://a.example:8443/one/two?page=2"),
        ] {
            assert_eq!(resolve(&asked, location).unwrap().to_string(), whole);
        }
        assert_eq!(resolve(&asked, "//"), None);
    }
}
