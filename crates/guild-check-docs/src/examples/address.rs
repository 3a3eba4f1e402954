//! Addresses of servers: the ones that examples name, and the one of the server under test.

use std::fmt;

/// The address of a server, without a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// Whether the server speaks TLS.
    pub is_https: bool,
    /// The host in lower case; an IPv6 address without its brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// Why a text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Neither `http://` nor `https://`.
    #[error("`{0}` is not the address of a server: write it as http://127.0.0.1:9000")]
    NoScheme(String),
    /// The rest is no host and port.
    #[error("`{0}` names no host and port: write it as http://127.0.0.1:9000")]
    NoHost(String),
    /// A path stands behind it.
    #[error("`{0}` has a path: give the server alone, the path is in the example")]
    HasPath(String),
}

impl Address {
    /// Reads the address of the server under test.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (address, rest) = read(text).ok_or_else(|| match text.contains("://") {
            true => AddressError::NoHost(text.to_owned()),
            false => AddressError::NoScheme(text.to_owned()),
        })?;
        match rest {
            "" | "/" => Ok(address),
            _ => Err(AddressError::HasPath(text.to_owned())),
        }
    }

    /// Gives the address that stands for no server at all: the port that throws away what it gets.
    pub(super) fn nobody() -> Self {
        Self {
            is_https: false,
            host: "127.0.0.1".to_owned(),
            port: 9,
        }
    }

    /// Tells whether the address is the machine's own.
    pub fn is_loopback(&self) -> bool {
        self.host == "localhost"
            || self.host.ends_with(".localhost")
            || self.host == "::1"
            || self.host.starts_with("127.")
            || self.host == "0.0.0.0"
    }

    /// Tells whether the host is a name and not a number.
    pub(super) fn is_name(&self) -> bool {
        self.host.parse::<std::net::IpAddr>().is_err()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_https { "https" } else { "http" };
        match self.host.contains(':') {
            true => write!(f, "{scheme}://[{}]:{}", self.host, self.port),
            false => write!(f, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

/// Finds every address that a text names, each once: with a scheme, or the machine's own with a port.
pub(super) fn find(text: &str) -> Vec<Address> {
    let mut found: Vec<Address> = Vec::new();
    let starts = text.match_indices("http").map(|(start, _)| start);
    let whole = starts.filter_map(|start| read(&text[start..]).map(|(address, _)| address));
    let bare = ["localhost", "127.0.0.1"].into_iter().flat_map(|host| {
        let ends = text.match_indices(host);
        ends.filter_map(move |(start, _)| bare(host, &text[..start], &text[start + host.len()..]))
    });
    for address in whole.chain(bare) {
        if !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// Reads `localhost:3000` and `"127.0.0.1", 3000`.
fn bare(host: &str, before: &str, after: &str) -> Option<Address> {
    if before.ends_with("://") {
        return None;
    }
    let digits = after.trim_start_matches(['"', '\'', ',', ' ', ':']);
    if after.len() == digits.len() || after.len() - digits.len() > 4 {
        return None;
    }
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let port = digits[..end.unwrap_or(digits.len())].parse().ok()?;
    let address = Address {
        is_https: false,
        host: host.to_owned(),
        port,
    };
    (port > 0).then_some(address)
}

/// Reads an address at the start of a text, and gives what follows it.
fn read(text: &str) -> Option<(Address, &str)> {
    let (is_https, rest) = match text.strip_prefix("http://") {
        Some(rest) => (false, rest),
        None => (true, text.strip_prefix("https://")?),
    };
    let default = if is_https { 443 } else { 80 };
    let (host, rest) = match rest.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-._".contains(c)));
            rest.split_at(end.unwrap_or(rest.len()))
        }
    };
    if host.is_empty() || host.len() > 253 {
        return None;
    }
    let digits = rest.strip_prefix(':').unwrap_or("");
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let digits = &digits[..end.unwrap_or(digits.len())];
    let (port, rest) = match digits {
        "" => (default, rest),
        _ => (digits.parse().ok()?, &rest[1 + digits.len()..]),
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let address = Address {
        is_https,
        host,
        port,
    };
    (port > 0).then_some((address, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_code() {
        let code = "curl \"http://127.0.0.1:3000/api/tasks\" # see https://docs.example.com/x.\nfetch('http://[::1]:80/')";
        let found: Vec<String> = find(code).iter().map(Address::to_string).collect();
        assert_eq!(
            found,
            [
                "http://127.0.0.1:3000",
                "https://docs.example.com:443",
                "http://[::1]:80"
            ]
        );
    }

    #[test]
    fn a_port_of_this_machine_needs_no_scheme() {
        let code = "curl localhost:3000/a; HTTPConnection('127.0.0.1', 8080); echo localhost";
        let found: Vec<String> = find(code).iter().map(Address::to_string).collect();
        assert_eq!(found, ["http://localhost:3000", "http://127.0.0.1:8080"]);
    }

    #[test]
    fn what_is_no_address_is_refused_with_words() {
        assert!(Address::parse("http://127.0.0.1:9000").is_ok());
        assert_eq!(
            Address::parse("localhost:9000"),
            Err(AddressError::NoScheme("localhost:9000".to_owned()))
        );
        assert!(Address::parse("http://:9000").is_err());
        assert!(Address::parse("http://a:99999").is_err());
        assert!(Address::parse("http://a:1/api").is_err());
    }
}
