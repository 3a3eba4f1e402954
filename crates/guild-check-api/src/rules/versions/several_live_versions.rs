//! A contract has one live version.

use std::collections::BTreeMap;

use guild_check::{Findings, Severity};

use crate::contract::Endpoint;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // What is called by the same method and path but for the version.
    let mut same: BTreeMap<(&str, String), Vec<(u32, &Endpoint)>> = BTreeMap::new();
    for endpoint in survey.endpoints() {
        if let Some((version, rest)) = version(&endpoint.path.text) {
            let versions = same.entry((endpoint.method.word(), rest)).or_default();
            versions.push((version, endpoint));
        }
    }
    let mut crowd = Crowd::new("operations of a version", Severity::Error);
    for versions in same.values() {
        let last = versions.iter().max_by_key(|(version, _)| *version);
        for (version, endpoint) in versions {
            crowd.judge();
            let Some((newest, newer)) = last.filter(|(newest, _)| newest > version) else {
                continue;
            };
            if !endpoint.is_deprecated {
                let title = endpoint.title();
                let message = format!(
                    "`{title}` of version {version} lives beside `{}` of version {newest}",
                    newer.title()
                );
                crowd.wrong(survey.place(endpoint.spot), title, message);
            }
        }
    }
    crowd.tell(
        findings,
        "live beside a newer version of themselves",
        "keep one version and extend it; mark the old operation `deprecated: true`, and say when it goes in `x-sunset`",
    );
    servers(survey, findings);
}

fn servers(survey: &Survey, findings: &mut Findings) {
    let servers = survey.contract.servers.iter();
    let mut versions = servers.filter_map(|server| Some((version(&server.text)?.0, server)));
    let Some((first, _)) = versions.next() else {
        return;
    };
    if let Some((other, server)) = versions.find(|(other, _)| *other != first) {
        let message = format!("the servers are of versions {first} and {other} at once");
        findings.warning(survey.place(server.spot), message).help(
            "keep one live version: extend it by what is optional, and deprecate what is to go",
        );
    }
}

/// Finds `v1` among the segments of a path, and gives the path without it.
fn version(path: &str) -> Option<(u32, String)> {
    let segments: Vec<&str> = path.split('/').collect();
    let number = |segment: &&str| {
        let digits = segment.strip_prefix(['v', 'V'])?;
        let (digits, _) = digits.split_once('.').unwrap_or((digits, ""));
        digits.parse::<u32>().ok()
    };
    let index = segments
        .iter()
        .position(|segment| number(segment).is_some())?;
    let version = number(&segments[index])?;
    let mut rest = segments;
    rest.remove(index);
    Some((version, rest.join("/")))
}
