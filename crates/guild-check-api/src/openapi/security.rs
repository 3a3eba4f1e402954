//! Who may call.

use super::parameters::location;
use super::reader::{At, Reader};
use crate::contract::{FaultKind, Need, Scheme, SchemeKind, Security, Text};

impl<'a> Reader<'a> {
    pub(super) fn security(&mut self, at: At<'a>) -> Option<Security> {
        let spot = at.get("security")?.key().spot;
        let items = self.items(at, "security");
        let alternatives = items
            .into_iter()
            .filter(|item| self.is_map(*item))
            .collect::<Vec<_>>();
        let alternatives = alternatives
            .into_iter()
            .map(|item| self.needs(item))
            .collect();
        Some(Security { spot, alternatives })
    }

    fn needs(&mut self, alternative: At<'a>) -> Vec<Need> {
        let named = alternative.named().into_iter();
        named
            .map(|entry| {
                let scheme = entry.key();
                self.tell_of_scheme(&scheme);
                Need {
                    scheme,
                    scopes: self.texts(alternative, entry.view.key()),
                }
            })
            .collect()
    }

    fn tell_of_scheme(&mut self, scheme: &Text) {
        // OpenAPI 3.2 may name a scheme by its address.
        let is_address = scheme.text.contains(['/', '#']);
        if !is_address && !self.schemes.contains(&scheme.text) {
            let message = format!("the contract has no security scheme `{}`", scheme.text);
            let help = "define it under `components.securitySchemes`, or write the name of one that is there";
            self.fault(FaultKind::Unresolved, scheme.spot, message, help);
        }
    }

    pub(super) fn schemes(&mut self, root: At<'a>) -> Vec<Scheme> {
        let Some(schemes) = self
            .map(root, "components")
            .and_then(|parts| self.map(parts, "securitySchemes"))
        else {
            return Vec::new();
        };
        let named = schemes.named();
        self.schemes = named.iter().map(|entry| entry.key().text).collect();
        named
            .into_iter()
            .filter_map(|entry| {
                let at = self.follow(entry)?;
                let is_map = self.is_map(at);
                is_map.then(|| Scheme {
                    name: entry.key(),
                    kind: self.scheme_kind(at),
                    scopes: self.scopes(at),
                })
            })
            .collect()
    }

    fn scheme_kind(&mut self, at: At<'a>) -> SchemeKind {
        let kind = self
            .text(at, "type")
            .map_or_else(String::new, |kind| kind.text.to_string());
        match kind.as_str() {
            "apiKey" => {
                let place = self.text(at, "in").and_then(|word| location(&word.text));
                let name = self.text(at, "name");
                place
                    .zip(name)
                    .map_or(SchemeKind::Unknown, |(location, name)| SchemeKind::ApiKey {
                        location,
                        name: name.text,
                    })
            }
            "http" => self
                .text(at, "scheme")
                .map_or(SchemeKind::Unknown, |scheme| SchemeKind::Http(scheme.text)),
            "oauth2" => SchemeKind::OAuth2,
            "openIdConnect" => SchemeKind::OpenIdConnect,
            "mutualTLS" => SchemeKind::MutualTls,
            _ => SchemeKind::Unknown,
        }
    }

    fn scopes(&mut self, at: At<'a>) -> Vec<Text> {
        let flows = self.entries(at, "flows");
        let scopes = flows
            .into_iter()
            .filter_map(|flow| self.map(flow, "scopes"));
        let mut names: Vec<Text> = Vec::new();
        for name in scopes
            .collect::<Vec<_>>()
            .into_iter()
            .flat_map(At::named)
            .map(At::key)
        {
            if !names.iter().any(|other| other.text == name.text) {
                names.push(name);
            }
        }
        names
    }
}
