//! Which endpoint a path is of.

use super::Mock;
use super::refuse::Refused;
use crate::contract::{Contract, Method, Origin};
use crate::folder::percent_decoded;

/// The path of an endpoint.
#[derive(Debug)]
pub(super) struct Route {
    endpoint: usize,
    segments: Vec<Segment>,
    /// How many segments are the same for every path of it.
    fixed: usize,
}

/// A segment of a path: texts and, between each two of them, a parameter.
#[derive(Debug)]
struct Segment {
    texts: Vec<String>,
    names: Vec<String>,
}

/// What a path leads to.
pub(super) struct Found<'m> {
    pub(super) endpoint: usize,
    pub(super) values: Vec<(&'m str, String)>,
    pub(super) path: String,
}

/// Reads the paths of a contract.
pub(super) fn routes(contract: &Contract) -> Vec<Route> {
    let endpoints = contract.endpoints.iter().enumerate();
    let called = endpoints.filter(|(_, endpoint)| endpoint.origin == Origin::Path);
    let route = |(endpoint, one): (usize, &crate::contract::Endpoint)| {
        let path = one.path.text.split(['?', '#']).next().unwrap_or("");
        let segments: Vec<Segment> = path
            .trim_matches('/')
            .split('/')
            .map(Segment::parse)
            .collect();
        let fixed = segments
            .iter()
            .filter(|segment| segment.names.is_empty())
            .count();
        Route {
            endpoint,
            segments,
            fixed,
        }
    };
    called.map(route).collect()
}

/// Finds the endpoint of a path: as it stands, or below the path of one of the contract's servers.
pub(super) fn find<'m>(mock: &'m Mock, method: &str, path: &str) -> Result<Found<'m>, Refused> {
    let contract = mock.contract();
    let servers = contract
        .servers
        .iter()
        .map(|server| base(&server.text))
        .filter(|base| !base.is_empty());
    let mut paths = vec![path];
    paths.extend(
        servers
            .filter_map(|base| path.strip_prefix(base))
            .filter(|rest| rest.starts_with('/') || rest.is_empty()),
    );
    let mut allowed: Vec<&str> = Vec::new();
    for path in paths {
        let mut matches: Vec<(&Route, Vec<(&str, String)>)> = mock
            .routes
            .iter()
            .filter_map(|route| Some((route, route.values(path)?)))
            .collect();
        // What is written out goes before what a parameter stands for.
        matches.sort_by_key(|(route, _)| std::cmp::Reverse(route.fixed));
        let most = matches.first().map_or(0, |(route, _)| route.fixed);
        matches.retain(|(route, _)| route.fixed == most);
        let is_it = |wanted: &str, route: &Route| {
            contract.endpoints[route.endpoint].method.word() == wanted
        };
        let mut wanted = vec![method];
        wanted.extend((method == "HEAD").then_some("GET"));
        let at = wanted
            .iter()
            .find_map(|wanted| matches.iter().position(|(route, _)| is_it(wanted, route)));
        if let Some(at) = at {
            let (route, values) = matches.swap_remove(at);
            let path = path.trim_end_matches('/').to_owned();
            return Ok(Found {
                endpoint: route.endpoint,
                values,
                path,
            });
        }
        allowed.extend(
            matches
                .iter()
                .map(|(route, _)| contract.endpoints[route.endpoint].method.word()),
        );
    }
    if allowed.is_empty() {
        return Err(Refused::new(
            404,
            format!("the contract has no path `{path}`"),
        ));
    }
    if allowed.contains(&Method::Get.word()) && !allowed.contains(&"HEAD") {
        allowed.push("HEAD");
    }
    allowed.dedup();
    let allow = allowed.join(", ");
    let refused = Refused::new(405, format!("`{path}` knows {allow}, and not {method}"));
    Err(refused.with_header("allow", allow))
}

/// Gives the path of a server's address, without a slash at its end.
fn base(server: &str) -> &str {
    let rest = server.split_once("://").map_or(server, |(_, rest)| {
        rest.find('/').map_or("", |at| &rest[at..])
    });
    if rest.contains('{') {
        ""
    } else {
        rest.trim_end_matches('/')
    }
}

impl Route {
    /// Reads what stands in a path for each parameter; none if the path is of something else.
    fn values<'s>(&'s self, path: &str) -> Option<Vec<(&'s str, String)>> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_suffix('/').unwrap_or(path);
        let given: Vec<&str> = path.split('/').collect();
        if given.len() != self.segments.len() {
            return None;
        }
        let mut values = Vec::new();
        for (segment, given) in self.segments.iter().zip(given) {
            values.extend(segment.values(&percent_decoded(given))?);
        }
        Some(values)
    }
}

impl Segment {
    fn parse(text: &str) -> Self {
        let mut segment = Self {
            texts: Vec::new(),
            names: Vec::new(),
        };
        let mut rest = text;
        while let Some((before, name, after)) = rest.split_once('{').and_then(|(before, after)| {
            let (name, after) = after.split_once('}')?;
            Some((before, name, after))
        }) {
            segment.texts.push(before.to_owned());
            segment.names.push(name.to_owned());
            rest = after;
        }
        segment.texts.push(rest.to_owned());
        segment
    }

    fn values(&self, given: &str) -> Option<Vec<(&str, String)>> {
        let (first, others) = self.texts.split_first()?;
        let mut rest = given.strip_prefix(first.as_str())?;
        if others.is_empty() {
            return rest.is_empty().then(Vec::new);
        }
        let mut values = Vec::new();
        for (position, (name, text)) in self.names.iter().zip(others).enumerate() {
            let end = match position + 1 == self.names.len() {
                true => rest.strip_suffix(text.as_str())?.len(),
                false => rest.find(text.as_str()).filter(|end| *end > 0)?,
            };
            let (value, after) = rest.split_at(end);
            if value.is_empty() {
                return None;
            }
            values.push((name.as_str(), value.to_owned()));
            rest = after.strip_prefix(text.as_str())?;
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_read_between_its_texts() {
        for (template, given, values) in [
            ("tasks", "tasks", Some("")),
            ("tasks", "task", None),
            ("{id}", "7", Some("7")),
            ("{id}", "", None),
            ("{name}.{ext}", "a.b.zip", Some("a b.zip")),
            ("{name}.zip", "a.b.zip", Some("a.b")),
            ("{id}:archive", "7:archive", Some("7")),
            ("{id}:archive", "7", None),
        ] {
            let segment = Segment::parse(template);
            let read = segment.values(given);
            let read = read.map(|read| {
                read.into_iter()
                    .map(|(_, value)| value)
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            assert_eq!(read.as_deref(), values, "{template} {given}");
        }
    }
}
