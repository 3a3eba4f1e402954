//! The address of a catalog.

use std::fmt;
use std::net::IpAddr;

use ureq::http::Uri;

use crate::failure::Failure;

/// The address of a catalog: `http` or `https`, a host, maybe a port and a path; no slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CatalogUrl {
    text: String,
    host: Host,
}

/// Whom a question is sent to, the way an error names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Host {
    /// The name or the address.
    pub(super) name: String,
    /// Name and port, the port even where it is the usual one.
    pub(super) authority: String,
}

impl Host {
    /// Takes the host of an `http` or `https` address; nothing of any other.
    pub(crate) fn of(uri: &Uri) -> Option<Self> {
        let usual_port = match uri.scheme_str()? {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let authority = uri.authority()?;
        let name = authority.host().to_ascii_lowercase();
        let port = authority.port_u16().unwrap_or(usual_port);
        (!name.is_empty()).then(|| Self {
            authority: format!("{name}:{port}"),
            name,
        })
    }
}

impl Host {
    /// Gives the name or the address.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Gives the address, of a host that is none by name.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.name.trim_matches(['[', ']']).parse().ok()
    }

    /// Gives name and port.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }
}

impl CatalogUrl {
    /// Reads an address.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = |reason: &str| {
            Failure::could_not(format!("`{text}` is not the address of a catalog"))
                .cause(reason)
                .hint("write it like `--catalog http://127.0.0.1:8484`")
        };
        let uri: Uri = text.trim().parse().map_err(|error| {
            let error: ureq::http::uri::InvalidUri = error;
            wrong(&error.to_string())
        })?;
        let scheme = match uri.scheme_str() {
            Some(scheme @ ("http" | "https")) => scheme,
            Some(other) => return Err(wrong(&format!("`{other}` is not `http` or `https`"))),
            None => return Err(wrong("it does not start with `http://` or `https://`")),
        };
        let authority = uri.authority().ok_or_else(|| wrong("it names no host"))?;
        if authority.as_str().contains('@') {
            return Err(wrong(
                "it holds a user name; a catalog takes none in its address",
            ));
        }
        if uri.query().is_some() {
            return Err(wrong("it has a query"));
        }
        let host = Host::of(&uri).ok_or_else(|| wrong("it names no host"))?;
        let path = uri.path().trim_end_matches('/');
        Ok(Self {
            text: format!(
                "{scheme}://{}{path}",
                authority.as_str().to_ascii_lowercase()
            ),
            host,
        })
    }

    /// Gives the address of something in the catalog; `path` starts with a slash.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }

    /// Gives the host.
    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    /// Says whether the catalog is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        match self.host.address() {
            Some(address) => address.is_loopback(),
            None => self.host.name == "localhost",
        }
    }
}

impl fmt::Display for CatalogUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_without_its_last_slash() {
        let url = CatalogUrl::parse("HTTP://Example.org/guild/").unwrap();
        assert_eq!(url.to_string(), "http://example.org/guild");
        assert_eq!(url.host().authority, "example.org:80");
        assert!(!url.is_loopback());
        assert!(
            CatalogUrl::parse("http://[::1]:8484")
                .unwrap()
                .is_loopback()
        );
    }

    #[test]
    fn what_is_no_address_says_why() {
        for (text, reason) in [
            ("127.0.0.1:8484", "does not start with"),
            ("ftp://host", "`ftp` is not"),
            ("http://me:secret@host", "user name"),
            ("http://host/?a=b", "query"),
            ("", "empty"),
            ("http://", ""),
        ] {
            let failure = CatalogUrl::parse(text).unwrap_err();
            assert!(failure.causes[0].contains(reason), "{text}: {failure:?}");
        }
    }
}
