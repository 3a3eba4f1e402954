//! Where an issuer is.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use http::Uri;

/// The longest address of an issuer.
const LENGTH: usize = 200;

/// The address of an issuer, as its identities name it: https, or http on this machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IssuerUrl(String);

/// The text is no address of an issuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an issuer is an address such as https://token.actions.githubusercontent.com: https, or http on this machine, without user, query and fragment"
)]
pub struct IssuerUrlError;

impl IssuerUrl {
    /// Gives the address as it was written: identities have to name it in the very same way.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Gives the address of what the issuer says of itself (OpenID Connect Discovery 1.0, section 4).
    pub(super) fn discovery(&self) -> String {
        let base = self.0.trim_end_matches('/');
        format!("{base}/.well-known/openid-configuration")
    }

    /// Whether another address is at the issuer's own host and port. No other is asked for keys: an issuer sends the
    /// catalog nowhere, least of all into its own network.
    pub(super) fn is_at_home(&self, address: &str) -> bool {
        let (Some(home), Some(other)) = (origin(&self.0), origin(address)) else {
            return false;
        };
        home == other
    }

    /// Whether the issuer is on this machine, to which a proxy has no way.
    pub(super) fn is_loopback(&self) -> bool {
        let uri: Option<Uri> = self.0.parse().ok();
        uri.is_some_and(|uri| is_loopback(&uri))
    }
}

impl FromStr for IssuerUrl {
    type Err = IssuerUrlError;

    fn from_str(text: &str) -> Result<Self, IssuerUrlError> {
        let has_more = |byte: u8| !byte.is_ascii_graphic() || b"?#@\\".contains(&byte);
        if text.len() > LENGTH || text.bytes().any(has_more) {
            return Err(IssuerUrlError);
        }
        let uri: Uri = text.parse().map_err(|_| IssuerUrlError)?;
        match uri.scheme_str() {
            Some("https") if uri.host().is_some_and(|host| !host.is_empty()) => {}
            Some("http") if is_loopback(&uri) => {}
            _ => return Err(IssuerUrlError),
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for IssuerUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn origin(address: &str) -> Option<(String, String, u16)> {
    let uri: Uri = address.parse().ok()?;
    let scheme = uri.scheme_str()?.to_ascii_lowercase();
    let authority = uri.authority()?;
    if authority.as_str().contains('@') {
        return None;
    }
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = authority.port_u16().unwrap_or(usual);
    Some((scheme, authority.host().to_ascii_lowercase(), port))
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_address = host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    is_address || host.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_asked_over_https_or_on_this_machine() {
        for fit in [
            "https://a.example",
            "https://a.example:8443/b/",
            "http://127.0.0.1:1/x",
            "http://localhost",
            "http://[::1]:1",
        ] {
            assert!(fit.parse::<IssuerUrl>().is_ok(), "{fit}");
        }
        for unfit in [
            "http://a.example",
            "http://10.0.0.1",
            "http://169.254.169.254/latest",
            "http://127.0.0.1.a.example",
            "file:///etc/passwd",
            "",
            "https://",
            "https:///a",
            "http://127.0.0.1@a.example",
            "https://a.example?b",
            "https://a.example#b",
            "https://a b.example",
            "a.example",
        ] {
            assert!(unfit.parse::<IssuerUrl>().is_err(), "{unfit}");
        }
    }

    #[test]
    fn keys_are_at_the_issuers_own_address() {
        let issuer: IssuerUrl = "https://a.example/b".parse().unwrap();
        for own in ["https://a.example/keys", "https://A.example:443/c?d"] {
            assert!(issuer.is_at_home(own), "{own}");
        }
        for other in [
            "http://a.example/keys",
            "https://a.example:8443/keys",
            "https://b.example/keys",
            "https://a.example@b.example/keys",
            "http://127.0.0.1/keys",
            "http://169.254.169.254/",
            "/keys",
            "",
        ] {
            assert!(!issuer.is_at_home(other), "{other}");
        }
        assert_eq!(
            issuer.discovery(),
            "https://a.example/b/.well-known/openid-configuration"
        );
    }
}
