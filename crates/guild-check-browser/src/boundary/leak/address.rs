//! What an address carries along.

use url::Url;

use super::kind::{Kind, SHORTEST_TOKEN, is_placeholder, is_random, strong};
use super::{Leaked, Leaks, holds};

impl Leaks {
    /// Says whether an address is none of the plan's origins.
    pub(crate) fn is_elsewhere(&self, url: &Url) -> bool {
        let is_web = matches!(url.scheme(), "http" | "https" | "ws" | "wss");
        is_web && !self.origins.contains(&url.origin().ascii_serialization())
    }

    /// Finds what an address carries along: it is kept in histories, logs and by the server that it goes to.
    pub(crate) fn in_address(&self, url: &Url, is_elsewhere: bool) -> Vec<Leaked> {
        let mut found: Vec<Leaked> = Vec::new();
        let path = percent(url.path());
        for known in self.known.iter().filter(|known| holds(&path, &known.value)) {
            let is_sure = is_elsewhere || known.kind.is_typed();
            found.push(known.leaked(is_sure));
        }
        for (name, value) in url.query_pairs().take(100) {
            found.extend(self.in_parameter(&name, &value, is_elsewhere));
        }
        found
    }

    fn in_parameter(&self, name: &str, value: &str, is_elsewhere: bool) -> Option<Leaked> {
        // What sign-in over several servers, and addresses that are signed for one use, carry there by design.
        const BY_DESIGN: [&str; 10] = [
            "state",
            "nonce",
            "code",
            "request",
            "id_token_hint",
            "logout_hint",
            "client_assertion",
            "samlrequest",
            "samlresponse",
            "relaystate",
        ];
        let plain = name.to_ascii_lowercase().replace('-', "_");
        if BY_DESIGN.contains(&plain.as_str()) || plain.starts_with("x_amz") {
            return None;
        }
        if let Some(known) = self.known.iter().find(|known| holds(value, &known.value)) {
            return Some(known.leaked(is_elsewhere || known.kind.is_typed()));
        }
        match strong(value) {
            // The name of a key pair, which addresses that are signed carry.
            Some(Kind::Key) if value.starts_with("AKIA") || value.starts_with("ASIA") => {
                return None;
            }
            Some(Kind::Card) => return Some(Kind::Card.leaked(value, false)),
            Some(kind) => return Some(kind.leaked(value, is_elsewhere)),
            None => {}
        }
        let squeezed = plain.replace('_', "");
        if matches!(
            squeezed.as_str(),
            "password" | "passwd" | "pwd" | "passphrase"
        ) {
            let is_one = !value.is_empty() && !is_placeholder(value);
            return is_one.then(|| Kind::Password.leaked(value, true));
        }
        const TOKENS: [&str; 6] = [
            "accesstoken",
            "refreshtoken",
            "idtoken",
            "clientsecret",
            "apisecret",
            "secretkey",
        ];
        const ELSEWHERE: [&str; 7] = [
            "token",
            "authtoken",
            "sessiontoken",
            "sessionid",
            "jsessionid",
            "jwt",
            "secret",
        ];
        let is_named = TOKENS.contains(&squeezed.as_str())
            || is_elsewhere && ELSEWHERE.contains(&squeezed.as_str());
        let is_one = value.len() >= SHORTEST_TOKEN && is_random(value) && !value.starts_with("pk.");
        (is_named && is_one).then(|| Kind::Token.leaked(value, is_elsewhere))
    }
}

/// Writes a path without its percent signs.
fn percent(path: &str) -> String {
    let whole = format!("v={}", path.replace('+', "%2B").replace('&', "%26"));
    let mut pairs = url::form_urlencoded::parse(whole.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(_, path)| path.into_owned())
}
