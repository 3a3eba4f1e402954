//! What there is on the server: addresses of things, as answers told them, and values of fields.

mod reading;

use std::collections::{BTreeMap, HashMap};

use super::order::{nameless, places};
use crate::contract::{Contract, Endpoint, Location, Method, Origin, Parameter, ShapeId};
use crate::sample::is_written;
use crate::tree::View;

use reading::{example, id_of, matched, things};

/// Where something is, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The values of the path's parameters, in their order.
    pub(super) values: Vec<String>,
    /// How it is known.
    pub(super) source: Source,
}

/// How an address is known. Only what the run made, or the contract itself names, is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// The run made it.
    Made,
    /// The contract's own examples say so.
    Example,
    /// An answer told it.
    Found,
    /// It was put together.
    Guessed,
}

/// What there is on the server.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// By the path up to the last parameter, without names.
    addresses: BTreeMap<String, Vec<Address>>,
    /// The values of fields and of path parameters, by the name.
    fields: HashMap<String, Vec<String>>,
    /// The parameter at the end of each such path, with what it may be.
    ends: BTreeMap<String, (String, Option<ShapeId>)>,
    /// The paths with parameters, as the contract writes them.
    paths: Vec<String>,
}

/// How many addresses are kept of one path, and how many values of one field.
const KEPT: usize = 12;

/// How many items of a list are looked at.
const ITEMS: usize = 30;

impl Known {
    pub(super) fn of(contract: &Contract) -> Self {
        let mut known = Self::default();
        for endpoint in contract
            .endpoints
            .iter()
            .filter(|endpoint| endpoint.origin == Origin::Path)
        {
            let path = endpoint.path.text.trim_end_matches('/');
            if !places(path).is_empty() && !known.paths.iter().any(|other| other == path) {
                known.paths.push(path.to_owned());
            }
            for end in ends(path) {
                let Some(name) = places(&end).pop().map(str::to_owned) else {
                    continue;
                };
                let shape = parameter_of(endpoint, &name).and_then(super::draft::shape_of);
                known.ends.entry(nameless(&end)).or_insert((name, shape));
            }
        }
        known
    }

    /// Adds an address of a path.
    pub(super) fn add(&mut self, path: &str, values: Vec<String>, source: Source) {
        for (name, value) in places(path).into_iter().zip(&values) {
            self.add_field(name, value);
        }
        let list = self.addresses.entry(nameless(path)).or_default();
        match list.iter().position(|address| address.values == values) {
            Some(at) => list[at].source = list[at].source.min(source),
            None if list.len() < KEPT => list.push(Address { values, source }),
            // What the run made may be changed, and so is worth more than what a list told.
            None if source == Source::Made => {
                if let Some(at) = list
                    .iter()
                    .rposition(|address| address.source != Source::Made)
                {
                    list[at] = Address { values, source };
                }
            }
            None => {}
        }
    }

    /// Forgets an address, because nothing is there any more.
    pub(super) fn forget(&mut self, path: &str, values: &[String]) {
        if let Some(list) = self.addresses.get_mut(&nameless(path)) {
            list.retain(|address| address.values != values);
        }
    }

    /// Gives the values of a field that answers told.
    pub(super) fn field(&self, name: &str) -> &[String] {
        self.fields.get(name).map_or(&[], Vec::as_slice)
    }

    /// Takes in an answer of an operation at an address. Gives the addresses of what stands in it, each with its path.
    pub(super) fn learn(
        &mut self,
        contract: &Contract,
        endpoint: &Endpoint,
        address: &[String],
        body: View<'_>,
        list: Option<Option<&str>>,
    ) -> Vec<(String, Vec<String>)> {
        self.learn_fields(body, 4);
        let source = if endpoint.method == Method::Post {
            Source::Made
        } else {
            Source::Found
        };
        let items: Vec<View<'_>> = match list {
            Some(None) => body.items().take(ITEMS).collect(),
            Some(Some(field)) => body
                .get(field)
                .into_iter()
                .flat_map(View::items)
                .take(ITEMS)
                .collect(),
            None if endpoint.method == Method::Post => things(body),
            None => Vec::new(),
        };
        let below = format!("{}/{{}}", nameless(&endpoint.path.text));
        let Some((name, shape)) = self.ends.get(&below).cloned() else {
            return Vec::new();
        };
        let mut learnt = Vec::new();
        for item in items {
            if let Some(id) = id_of(contract, item, &name, shape) {
                let values: Vec<String> = address.iter().cloned().chain([id]).collect();
                self.add(
                    &below_path(&endpoint.path.text, &name),
                    values.clone(),
                    source,
                );
                learnt.push((below.clone(), values));
            }
        }
        learnt
    }

    /// Takes in a `Location` header; gives the address, with its path.
    pub(super) fn learn_link(
        &mut self,
        link: &str,
        source: Source,
    ) -> Option<(String, Vec<String>)> {
        let path = link.split_once("://").map_or(link, |(_, rest)| {
            rest.find('/').map_or("", |at| &rest[at..])
        });
        let path = path.split(['?', '#']).next()?;
        let (template, values) = self.paths.iter().find_map(|template| {
            let values = matched(template, path)?;
            Some((template.clone(), values))
        })?;
        self.add(&template, values.clone(), source);
        Some((nameless(&template), values))
    }

    /// Remembers the fields of an answer, and the links in it.
    fn learn_fields(&mut self, at: View<'_>, left: usize) {
        let Some(left) = left.checked_sub(1) else {
            return;
        };
        for entry in at.entries() {
            match entry.to_scalar() {
                Some(text) if text.starts_with('/') => drop(self.learn_link(&text, Source::Found)),
                Some(text) => self.add_field(entry.key(), &text),
                None => self.learn_fields(entry, left),
            }
        }
        for item in at.items().take(ITEMS) {
            self.learn_fields(item, left);
        }
    }

    fn add_field(&mut self, name: &str, value: &str) {
        if value.is_empty() || value.len() > 200 {
            return;
        }
        let values = self.fields.entry(name.to_owned()).or_default();
        if values.len() < KEPT && !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }

    /// Lists addresses at which something may be, the surest first.
    pub(super) fn addresses(&self, contract: &Contract, endpoint: &Endpoint) -> Vec<Address> {
        let path = endpoint.path.text.trim_end_matches('/');
        let names = places(path);
        if names.is_empty() {
            return vec![Address {
                values: Vec::new(),
                source: Source::Example,
            }];
        }
        let end = ends(path).pop().unwrap_or_default();
        let mut all: Vec<Address> = self
            .addresses
            .get(&nameless(&end))
            .cloned()
            .unwrap_or_default();
        all.extend(
            self.addresses
                .get(&nameless(path))
                .into_iter()
                .flatten()
                .cloned(),
        );
        let examples: Option<Vec<String>> = names
            .iter()
            .map(|name| example(contract, parameter_of(endpoint, name)?))
            .collect();
        all.extend(examples.map(|values| Address {
            values,
            source: Source::Example,
        }));
        all.extend(self.put_together(contract, endpoint, &names, &end));
        let mut unique: Vec<Address> = Vec::new();
        for address in all {
            if !unique.iter().any(|known| known.values == address.values) {
                unique.push(address);
            }
        }
        unique.sort_by_key(|address| address.source);
        unique
    }

    /// Puts an address together: what holds the thing, and a value that something else has under that name.
    fn put_together(
        &self,
        contract: &Contract,
        endpoint: &Endpoint,
        names: &[&str],
        end: &str,
    ) -> Vec<Address> {
        let Some((last, before)) = names.split_last() else {
            return Vec::new();
        };
        let parameter = parameter_of(endpoint, last);
        let shape = parameter.and_then(super::draft::shape_of);
        let is_fit = |value: &String| shape.is_none_or(|shape| is_written(contract, shape, value));
        let mut values: Vec<String> = self.alike(end).into_iter().filter(is_fit).collect();
        values.extend(
            self.field(last)
                .iter()
                .filter(|value| is_fit(value))
                .cloned(),
        );
        values.extend(parameter.and_then(|parameter| example(contract, parameter)));
        values.truncate(KEPT);
        let holder = end
            .rsplit_once(&format!("{{{last}}}"))
            .map_or("", |(holder, _)| holder);
        let holders: Vec<Vec<String>> = if before.is_empty() {
            vec![Vec::new()]
        } else {
            let key = ends(holder)
                .pop()
                .map(|end| nameless(&end))
                .unwrap_or_default();
            // The same thing may stand below another beginning: `/skills/{}` and `/api/skills/{}`.
            let is_alike = |other: &str| other.ends_with(&key) || key.ends_with(other);
            let known = self.addresses.iter().filter(|(other, _)| is_alike(other));
            let known = known.flat_map(|(_, list)| list);
            known
                .take(3)
                .map(|address| address.values.clone())
                .filter(|values| values.len() == before.len())
                .collect()
        };
        let pairs = holders
            .iter()
            .flat_map(|holder| values.iter().map(move |value| (holder, value)));
        let mut pairs: Vec<(&Vec<String>, &String)> = pairs.collect();
        // A name that is made of another goes with it: `tea` and `tea.zip`.
        pairs.sort_by_key(|(holder, value)| {
            !holder.iter().any(|part| value.contains(part.as_str()))
        });
        pairs
            .into_iter()
            .map(|(holder, value)| Address {
                values: holder.iter().cloned().chain([value.clone()]).collect(),
                source: Source::Guessed,
            })
            .collect()
    }

    /// Gives the last values of addresses whose path ends alike: `/skills/{}` and `/api/skills/{}`.
    fn alike(&self, end: &str) -> Vec<String> {
        let key = nameless(end);
        let tail: Vec<&str> = key.rsplit('/').take(2).collect();
        let is_alike =
            |other: &&String| other.rsplit('/').take(2).eq(tail.iter().copied()) && tail.len() == 2;
        let found = self.addresses.iter().filter(|(other, _)| is_alike(other));
        found
            .flat_map(|(_, list)| {
                list.iter()
                    .take(3)
                    .filter_map(|address| address.values.last().cloned())
            })
            .collect()
    }
}

/// Finds the parameter of a path.
pub(super) fn parameter_of<'e>(endpoint: &'e Endpoint, name: &str) -> Option<&'e Parameter> {
    endpoint
        .parameters
        .iter()
        .find(|parameter| parameter.location == Location::Path && *parameter.name.text == *name)
}

/// Lists the beginnings of a path that end in a parameter.
fn ends(path: &str) -> Vec<String> {
    let mut ends = Vec::new();
    let mut so_far = String::new();
    for segment in path.split('/').skip(1) {
        so_far = format!("{so_far}/{segment}");
        if segment.contains('{') {
            ends.push(so_far.clone());
        }
    }
    ends
}

fn below_path(path: &str, name: &str) -> String {
    format!("{}/{{{name}}}", path.trim_end_matches('/'))
}
