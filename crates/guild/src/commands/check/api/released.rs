//! The version that a contract is held against: a file, one in a revision of git, or one behind an address.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use guild_check::Source;
use guild_check_api::contract::FaultKind;
use guild_check_api::{Contract, Fetch, Held, Loading, load_fetching, parse};
use ureq::http::Uri;

use super::git::{Git, Revision};
use super::unread;
use crate::Context;
use crate::failure::Failure;
use crate::remote;

/// How often an address may lead on to another.
const REDIRECTS: u32 = 5;

/// Where the version is that a contract is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Released {
    /// A file.
    File(PathBuf),
    /// A file in a revision.
    Revision(Revision),
    /// An address.
    Url(String),
}

impl Released {
    /// Reads what a person typed: `FILE`, `REV:FILE` or `URL`.
    pub(super) fn parse(text: &str) -> Self {
        if text.contains("://") {
            return Self::Url(text.to_owned());
        }
        match text.split_once(':') {
            Some((revision, path)) if !Path::new(text).exists() => Self::Revision(Revision {
                revision: revision.to_owned(),
                path: path.to_owned(),
            }),
            Some(_) | None => Self::File(PathBuf::from(text)),
        }
    }

    /// Reads the contract there.
    pub(super) fn read(
        &self,
        context: &Context,
        remote: Option<&dyn Fetch>,
    ) -> Result<Contract, Failure> {
        match self {
            Self::File(path) => load_fetching(path, remote).map_err(|error| unread(&error)),
            Self::Revision(revision) => {
                let folder = &context.settings.environment.working_folder;
                of_revision(&Git::at(folder), revision, remote)
            }
            Self::Url(url) => {
                let text = fetch(url, context)?;
                let loading = Loading {
                    remote,
                    ..Loading::alone()
                };
                Ok(parse(&Source::new(url.as_str(), text), &loading))
            }
        }
    }
}

/// Reads a contract as it was in a revision, and the files beside it only if it names any.
fn of_revision(
    git: &Git<'_>,
    revision: &Revision,
    remote: Option<&dyn Fetch>,
) -> Result<Contract, Failure> {
    let limits = Loading {
        remote,
        ..Loading::alone()
    };
    let path = git.whole_path(&revision.path)?;
    let root = format!("{}:", revision.revision);
    let shown = |path: &str| PathBuf::from(format!("{root}/{path}"));
    let source = |path: &str, text: String| Source::new(format!("{root}/{path}"), text);
    let text = git.text(&revision.revision, &path, limits.limits.bytes)?;
    let whole = source(&path, text);
    let full = shown(&path);
    let folder = full.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut held = HashMap::from([(full, whole.clone())]);
    let read = |held: &HashMap<PathBuf, Source>| {
        let loading = Loading {
            folder: Some(&folder),
            held: Some(Held::Only(held)),
            ..limits
        };
        parse(&whole, &loading)
    };
    let contract = read(&held);
    let names_more = contract
        .faults
        .iter()
        .any(|fault| fault.kind == FaultKind::Unresolved);
    if !names_more {
        return Ok(contract);
    }
    let beside = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for (path, text) in git.texts(&revision.revision, beside, &limits)? {
        held.insert(shown(&path), source(&path, text));
    }
    Ok(read(&held))
}

/// Fetches a text of bounded length.
fn fetch(url: &str, context: &Context) -> Result<String, Failure> {
    let failed = |cause: &dyn Display| {
        Failure::could_not(format!("could not fetch {url}"))
            .cause(cause.to_string())
            .hint("try the address in a browser, or save the contract as a file and name that")
    };
    let uri: Uri = url.parse().map_err(|error| {
        let error: ureq::http::uri::InvalidUri = error;
        failed(&error)
    })?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err(failed(&"only http and https are spoken here"));
    }
    let host = uri.host().unwrap_or("").trim_matches(['[', ']']);
    let address: Option<std::net::IpAddr> = host.parse().ok();
    let is_loopback = host == "localhost" || address.is_some_and(|address| address.is_loopback());
    let agent = remote::agent(&context.settings, is_loopback);
    let request = agent.get(uri).config().max_redirects(REDIRECTS).build();
    let mut response = request.call().map_err(|error| failed(&error))?;
    if !response.status().is_success() {
        return Err(failed(&format!("it answered {}", response.status())));
    }
    let most = Loading::alone().limits.bytes;
    let mut bytes = Vec::new();
    let body = response.body_mut().as_reader();
    body.take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(&error))?;
    if bytes.len() > most {
        return Err(failed(&format!(
            "it has more than the {most} bytes that are read"
        )));
    }
    String::from_utf8(bytes).map_err(|_| failed(&"it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_a_revision_and_an_address_are_told_apart() {
        assert_eq!(
            Released::parse("HEAD~1:docs/openapi.json"),
            Released::Revision(Revision {
                revision: "HEAD~1".to_owned(),
                path: "docs/openapi.json".to_owned(),
            })
        );
        assert_eq!(
            Released::parse("https://host/openapi.json"),
            Released::Url("https://host/openapi.json".to_owned())
        );
        assert_eq!(
            Released::parse("old.yaml"),
            Released::File(PathBuf::from("old.yaml"))
        );
    }
}
