//! A request as values, before it is written for the wire.

use std::collections::BTreeMap;

use serde_json::Value;

use super::credentials::Credentials;
use super::encode::{self, BOUNDARY, QueryStyle};
use super::exchange::{Header, Secret, Sent};
use super::order::{is_elsewhere, places};
use crate::contract::{Contract, Endpoint, Location, Media, Need, Parameter, SchemeKind, ShapeId};
use crate::sample::{Examples, Optional, Sampler, fits, is_certain};
use crate::tree::View;

/// A request as values.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The values of the path's parameters, in their order, as they stand in the path without encoding.
    pub(super) address: Vec<String>,
    /// The values of the other parameters, by their index in the endpoint.
    pub(super) inputs: BTreeMap<usize, Value>,
    /// The body.
    pub(super) body: Option<Content>,
    /// Whether the contract says for certain that all of it is allowed.
    pub(super) is_certain: bool,
}

/// A body.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A value, in a form of the endpoint's body by its index.
    Of(usize, Value),
    /// Bytes that claim to be such a form.
    Raw(usize, String),
}

/// Whether a request proves who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// It does.
    Given,
    /// It says nothing of it.
    Absent,
    /// It gives what proves nothing.
    Wrong,
}

/// Why no request could be made.
#[derive(Clone, Debug)]
pub(super) struct NoDraft(pub(super) String);

impl Draft {
    /// Gives a request without anything in it.
    pub(super) fn empty() -> Self {
        Self {
            address: Vec::new(),
            inputs: BTreeMap::new(),
            body: None,
            is_certain: true,
        }
    }

    /// Makes a request to what is at an address.
    pub(super) fn make(
        endpoint: &Endpoint,
        address: Vec<String>,
        sampler: &mut Sampler<'_>,
    ) -> Result<Self, NoDraft> {
        let mut draft = Self {
            address,
            ..Self::empty()
        };
        for (index, parameter) in endpoint.parameters.iter().enumerate() {
            if parameter.location == Location::Path || is_elsewhere(sampler.contract, parameter) {
                continue;
            }
            let is_wanted = match sampler.taste.optional {
                Optional::None => false,
                Optional::Some => sampler.chance.is_one_in(2),
                Optional::All => true,
            };
            if !(parameter.is_required || is_wanted) {
                continue;
            }
            match value_of(parameter, sampler) {
                Some(value) => {
                    draft.is_certain &= shape_of(parameter)
                        .is_some_and(|shape| is_certain(sampler.contract, shape));
                    draft.inputs.insert(index, value);
                }
                None if parameter.is_required => {
                    return Err(NoDraft(format!(
                        "no value was found for `{}`: give it an example in the contract",
                        parameter.name.text
                    )));
                }
                None => {}
            }
        }
        if let Some(body) = &endpoint.body
            && (body.is_required
                || sampler.taste.optional != Optional::None
                || body.json().is_some())
        {
            draft.add_body(&body.media, sampler)?;
        }
        Ok(draft)
    }

    fn add_body(&mut self, media: &[Media], sampler: &mut Sampler<'_>) -> Result<(), NoDraft> {
        let Some((index, form)) = writable(media) else {
            let names: Vec<&str> = media.iter().map(|form| &*form.name.text).collect();
            return Err(NoDraft(format!(
                "no body can be made of {}",
                names.join(" or ")
            )));
        };
        let value = example_of(&form.examples, form.shape, sampler)
            .or_else(|| sampler.value(form.shape?))
            .ok_or_else(|| {
                NoDraft(format!(
                    "no body of `{}` was found: give it an example in the contract",
                    form.name.text
                ))
            })?;
        self.is_certain &= form
            .shape
            .is_some_and(|shape| is_certain(sampler.contract, shape));
        self.body = Some(Content::Of(index, value));
        Ok(())
    }

    /// Writes it for the wire.
    pub(super) fn sent(
        &self,
        (contract, endpoint): (&Contract, &Endpoint),
        base: &str,
        credentials: &Credentials,
        proof: Proof,
    ) -> Sent {
        let mut sent = Sent {
            method: endpoint.method.word().to_owned(),
            target: format!("{base}{}", self.path(endpoint)),
            headers: Vec::new(),
            secrets: secrets(contract, endpoint, credentials, proof),
            body: None,
        };
        let mut query: Vec<String> = Vec::new();
        let mut cookies: Vec<String> = Vec::new();
        for (index, value) in &self.inputs {
            let Some(parameter) = endpoint.parameters.get(*index) else {
                continue;
            };
            let name = &*parameter.name.text;
            let value = &if parameter.media.is_empty() {
                value.clone()
            } else {
                Value::String(value.to_string())
            };
            match parameter.location {
                Location::Query => query.extend(encode::query(name, value, style(parameter))),
                Location::QueryString => query.extend(encode::form(value)),
                Location::Header => sent.headers.push(Header {
                    name: name.to_owned(),
                    value: encode::simple(value, header_text),
                }),
                Location::Cookie => cookies.push(format!(
                    "{name}={}",
                    encode::component(&encode::plain(value))
                )),
                Location::Path => {}
            }
        }
        if !cookies.is_empty() {
            sent.headers.push(Header {
                name: "Cookie".to_owned(),
                value: cookies.join("; "),
            });
        }
        if !query.is_empty() {
            sent.target.push_str(&format!("?{}", query.join("&")));
        }
        self.write_body(endpoint, &mut sent);
        sent
    }

    fn path(&self, endpoint: &Endpoint) -> String {
        let mut path = endpoint.path.text.to_string();
        for (name, value) in places(&endpoint.path.text).into_iter().zip(&self.address) {
            let encoded = encode::component(value);
            path = path.replacen(&format!("{{{name}}}"), &encoded, 1);
        }
        path
    }

    fn write_body(&self, endpoint: &Endpoint, sent: &mut Sent) {
        let media = endpoint.body.as_ref().map_or(&[][..], |body| &body.media);
        let (index, text) = match &self.body {
            None => return,
            Some(Content::Raw(index, text)) => (index, Some(text.clone())),
            Some(Content::Of(index, value)) => {
                let kind = media.get(*index).map(kind_of);
                let text = match kind {
                    Some(Kind::Form) => encode::form(value),
                    Some(Kind::Multipart) => encode::multipart(value),
                    Some(Kind::Text) => Some(encode::plain(value)),
                    Some(Kind::Json | Kind::Other) | None => Some(value.to_string()),
                };
                (index, text)
            }
        };
        let Some(form) = media.get(*index) else {
            return;
        };
        let name = match kind_of(form) {
            Kind::Multipart => format!("multipart/form-data; boundary={BOUNDARY}"),
            Kind::Json if form.name.text.contains('*') => "application/json".to_owned(),
            Kind::Text if form.name.text.contains('*') => "text/plain".to_owned(),
            _ => form.name.text.to_string(),
        };
        sent.headers.push(Header {
            name: "Content-Type".to_owned(),
            value: name,
        });
        sent.body = text;
    }
}

/// The forms of a body that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Json,
    Form,
    Multipart,
    Text,
    Other,
}

fn kind_of(media: &Media) -> Kind {
    let name = media.name.text.to_ascii_lowercase();
    match name.split(';').next().unwrap_or("").trim() {
        _ if media.is_json() => Kind::Json,
        "application/x-www-form-urlencoded" => Kind::Form,
        "multipart/form-data" => Kind::Multipart,
        "application/octet-stream" => Kind::Text,
        name if name.starts_with("text/") => Kind::Text,
        _ => Kind::Other,
    }
}

fn writable(media: &[Media]) -> Option<(usize, &Media)> {
    let known = media
        .iter()
        .enumerate()
        .filter(|(_, form)| kind_of(form) != Kind::Other);
    known.min_by_key(|(_, form)| kind_of(form))
}

/// Gives the form in which a body is JSON, if that is the one that is sent.
pub(super) fn json_body(endpoint: &Endpoint) -> Option<(usize, &Media)> {
    let media = &endpoint.body.as_ref()?.media;
    writable(media).filter(|(_, form)| kind_of(form) == Kind::Json)
}

/// Gives what a parameter may be.
pub(super) fn shape_of(parameter: &Parameter) -> Option<ShapeId> {
    parameter.shape.or_else(|| parameter.media.first()?.shape)
}

/// Finds a value for a parameter.
pub(super) fn value_of(parameter: &Parameter, sampler: &mut Sampler<'_>) -> Option<Value> {
    let shape = shape_of(parameter);
    example_of(&parameter.examples, shape, sampler).or_else(|| sampler.value(shape?))
}

/// Takes one of the contract's examples that fits.
pub(super) fn example_of(
    examples: &[crate::contract::Written],
    shape: Option<ShapeId>,
    sampler: &mut Sampler<'_>,
) -> Option<Value> {
    if sampler.taste.examples == Examples::Never {
        return None;
    }
    let (contract, way) = (sampler.contract, sampler.taste.way);
    let views = examples
        .iter()
        .filter_map(|example| contract.view(*example));
    let mut all: Vec<Value> = views.map(View::to_json).collect();
    all.retain(|value| shape.is_none_or(|shape| fits(contract, shape, value, way)));
    sampler.chance.pick(&all).cloned()
}

fn style(parameter: &Parameter) -> QueryStyle {
    let style = parameter
        .style
        .as_ref()
        .map_or("form", |style| &*style.text);
    match (style, parameter.explode.unwrap_or(style == "form")) {
        ("deepObject", _) => QueryStyle::Deep,
        (_, true) => QueryStyle::Exploded,
        ("spaceDelimited", false) => QueryStyle::Joined("%20"),
        ("pipeDelimited", false) => QueryStyle::Joined("%7C"),
        (_, false) => QueryStyle::Joined(","),
    }
}

/// A header holds no control characters, and no other than ASCII that every server reads alike.
fn header_text(text: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii() && !letter.is_ascii_control();
    text.chars().filter(is_plain).collect()
}

/// Gives the alternative of what is needed to call that is at hand; the schemes that are missing, if none is.
pub(super) fn needed<'c>(
    endpoint: &'c Endpoint,
    credentials: &Credentials,
) -> Result<&'c [Need], Vec<&'c str>> {
    let Some(security) = &endpoint.security else {
        return Ok(&[]);
    };
    let is_at_hand = |need: &Need| credentials.of_scheme(&need.scheme.text).is_some();
    let mut alternatives = security.alternatives.iter();
    // What proves more comes before what proves nothing.
    let most = alternatives
        .by_ref()
        .filter(|needs| needs.iter().all(is_at_hand))
        .max_by_key(|needs| needs.len());
    match (most, security.alternatives.first()) {
        (Some(needs), _) => Ok(needs),
        (None, None) => Ok(&[]),
        (None, Some(first)) => {
            let missing = first.iter().filter(|need| !is_at_hand(need));
            Err(missing.map(|need| &*need.scheme.text).collect())
        }
    }
}

fn secrets(
    contract: &Contract,
    endpoint: &Endpoint,
    credentials: &Credentials,
    proof: Proof,
) -> Vec<Secret> {
    let needs = match proof {
        Proof::Absent => return Vec::new(),
        Proof::Given => needed(endpoint, credentials).unwrap_or_default(),
        Proof::Wrong => {
            let security = endpoint.security.as_ref();
            security
                .and_then(|security| security.alternatives.first())
                .map_or(&[][..], Vec::as_slice)
        }
    };
    let secret = |need: &Need| {
        let scheme = contract
            .schemes
            .iter()
            .find(|scheme| scheme.name.text == need.scheme.text)?;
        let variable = match proof {
            Proof::Wrong | Proof::Absent => String::new(),
            Proof::Given => credentials.of_scheme(&need.scheme.text)?.variable.clone(),
        };
        let header = |name: &str, prefix| Secret::Header {
            name: name.to_owned(),
            prefix,
            variable: variable.clone(),
        };
        Some(match &scheme.kind {
            SchemeKind::ApiKey {
                location: Location::Header,
                name,
            } => header(name, ""),
            SchemeKind::ApiKey {
                location: Location::Cookie,
                name,
            } => Secret::Cookie {
                name: name.to_string(),
                variable,
            },
            SchemeKind::ApiKey { name, .. } => Secret::Query {
                name: name.to_string(),
                variable,
            },
            SchemeKind::Http(word) if word.eq_ignore_ascii_case("basic") => {
                Secret::Basic { variable }
            }
            SchemeKind::Http(word) if !word.eq_ignore_ascii_case("bearer") => {
                header("Authorization", "")
            }
            SchemeKind::Http(_) | SchemeKind::OAuth2 | SchemeKind::OpenIdConnect => {
                header("Authorization", "Bearer ")
            }
            SchemeKind::MutualTls | SchemeKind::Unknown => return None,
        })
    };
    needs.iter().filter_map(secret).collect()
}
