//! The server that is tried.

use std::fmt;

use ureq::http::Uri;

/// A server's address, with the path below which the contract's paths stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    scheme: String,
    authority: String,
    /// Without a slash at its end; empty for none.
    base: String,
}

/// Why an address is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It does not start with `http://` or `https://`.
    #[error(
        "`{0}` is no address of a server: it starts with http:// or https://, as in http://127.0.0.1:9000"
    )]
    NotHttp(String),
    /// It holds a name or a password.
    #[error("an address with a password in it shows up in logs: give it by --credential")]
    HasCredentials,
    /// It has more than a host, a port and a path.
    #[error("`{0}` has a query or a fragment: name the server alone, as in http://127.0.0.1:9000")]
    HasMore(String),
}

impl Target {
    /// Reads `http://127.0.0.1:9000` and `https://staging.example.com/v1`.
    ///
    /// # Errors
    ///
    /// If it is no such address.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        let not_http = || TargetError::NotHttp(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| not_http())?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(not_http());
        };
        if authority.as_str().contains('@') {
            return Err(TargetError::HasCredentials);
        }
        if authority.host().is_empty() {
            return Err(not_http());
        }
        if uri.query().is_some() || text.contains('#') {
            return Err(TargetError::HasMore(text.to_owned()));
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            authority: authority.as_str().to_owned(),
            base: uri.path().trim_end_matches('/').to_owned(),
        })
    }

    /// Takes the path of the contract's own server where the address has none.
    #[must_use]
    pub(super) fn below(mut self, server: Option<&str>) -> Self {
        let path = server.and_then(path_of).unwrap_or_default();
        if self.base.is_empty() && !path.contains('{') {
            path.trim_end_matches('/').clone_into(&mut self.base);
        }
        self
    }

    /// Gives the path below which the contract's paths stand.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Gives the whole address of a path and query.
    pub(super) fn url(&self, target: &str) -> String {
        format!("{}://{}{target}", self.scheme, self.authority)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}://{}{}",
            self.scheme, self.authority, self.base
        )
    }
}

/// Gives the path of an address, or of what is only a path.
fn path_of(server: &str) -> Option<&str> {
    match server.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|slash| rest.get(slash..)),
        None => server.starts_with('/').then_some(server),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_and_perhaps_a_path() {
        let read = |text: &str| Target::parse(text).map(|target| target.to_string());
        assert_eq!(
            read("http://127.0.0.1:9000").unwrap(),
            "http://127.0.0.1:9000"
        );
        assert_eq!(read("https://[::1]:9/v1/").unwrap(), "https://[::1]:9/v1");
        for text in [
            "",
            "127.0.0.1:9000",
            "ftp://a",
            "http://",
            "/api",
            "http://a b",
        ] {
            assert!(matches!(read(text), Err(TargetError::NotHttp(_))), "{text}");
        }
        assert_eq!(read("http://me:secret@a"), Err(TargetError::HasCredentials));
        assert!(matches!(
            read("http://a/?b=c"),
            Err(TargetError::HasMore(_))
        ));
    }

    #[test]
    fn the_path_of_the_contracts_server_counts_where_the_address_has_none() {
        let below =
            |text: &str, server| Target::parse(text).unwrap().below(Some(server)).to_string();
        assert_eq!(
            below("http://a", "https://api.example.com/v1/"),
            "http://a/v1"
        );
        assert_eq!(
            below("http://a/v2", "https://api.example.com/v1/"),
            "http://a/v2"
        );
        assert_eq!(below("http://a", "https://{host}/{version}"), "http://a");
        assert_eq!(below("http://a", "/v1"), "http://a/v1");
        assert_eq!(below("http://a", "https://api.example.com"), "http://a");
    }
}
