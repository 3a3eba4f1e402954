//! Skills at an address that is no catalog of ours: an archive, or whatever agent-skills discovery lists there.

use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::files::{FilePath, FileSet, SkillFile};
use guild_skill::{Digest, SkillName};
use serde::Deserialize;
use url::Url;

use super::fetch::Request;
use super::local::{self, LocalSkill};
use crate::Context;
use crate::failure::Failure;
use crate::remote::{CatalogUrl, Remote};

const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;

/// How long an index may be.
const INDEX_BYTES: u64 = 8 << 20;

/// Where an index stands below an address.
const INDEXES: [&str; 2] = [
    "/.well-known/agent-skills/index.json",
    "/.well-known/skills/index.json",
];

/// What names the version of the protocol that is read.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// An index; what else it holds is passed over.
#[derive(Deserialize)]
struct Index {
    #[serde(rename = "$schema")]
    schema: Option<String>,
    skills: Vec<Entry>,
}

/// A skill in an index.
#[derive(Deserialize)]
struct Entry {
    name: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    digest: String,
}

/// Whether a source is an address.
pub(crate) fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Fetches skills from an address: the named ones, or the one that is there.
pub(crate) fn read(
    address: &str,
    requests: &[Request],
    context: &Context,
) -> Result<Vec<LocalSkill>, Failure> {
    if let Some(request) = requests.iter().find(|request| request.version.is_some()) {
        return Err(
            Failure::could_not(format!("`{request}` cannot be chosen from {address}"))
                .cause("an index elsewhere lists one version of each skill")
                .hint("name the skill without a version"),
        );
    }
    for place in INDEXES {
        let index = format!("{}{place}", address.trim_end_matches('/'));
        if let Some(bytes) = fetch(&index, INDEX_BYTES, context)? {
            return from_index(address, &index, &bytes, requests, context);
        }
    }
    let bytes = fetch(address, LIMITS.archive_bytes, context)?.ok_or_else(|| nothing(address))?;
    let (files, wrapper) = unpack(address, &bytes)?;
    Ok(vec![local::of_files(address, files, wrapper)?])
}

fn from_index(
    address: &str,
    at: &str,
    bytes: &[u8],
    requests: &[Request],
    context: &Context,
) -> Result<Vec<LocalSkill>, Failure> {
    let wrong = |cause: String| {
        Failure::could_not(format!("{at} is no index of skills"))
            .cause(cause)
            .hint("nothing was installed; tell whoever runs the host")
    };
    let index: Index = serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
    if index.schema.as_deref() != Some(SCHEMA) {
        return Err(wrong(
            "it is not of version 0.2.0, whose digests prove what is downloaded".to_owned(),
        ));
    }
    let entries = chosen(address, &index.skills, requests)?;
    let base = Url::parse(at).map_err(|error| wrong(error.to_string()))?;
    entries
        .into_iter()
        .map(|entry| from_entry(entry, &base, context))
        .collect()
}

fn chosen<'a>(
    address: &str,
    entries: &'a [Entry],
    requests: &[Request],
) -> Result<Vec<&'a Entry>, Failure> {
    let names = || {
        let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        names.sort_unstable();
        names.truncate(20);
        names.join(", ")
    };
    if requests.is_empty() {
        return match entries {
            [only] => Ok(vec![only]),
            [] => Err(nothing(address)),
            [_, _, ..] => Err(Failure::could_not(format!(
                "{address} has {} skills, and none is named",
                entries.len()
            ))
            .cause(format!("there are {}", names()))
            .hint(format!(
                "name those you want: `guild install NAME --from {address}`"
            ))),
        };
    }
    let find = |request: &Request| {
        let found = entries
            .iter()
            .find(|entry| entry.name == request.name.as_str());
        found.ok_or_else(|| {
            Failure::could_not(format!("{address} has no skill called `{}`", request.name))
                .hint(format!("it has {}", names()))
        })
    };
    requests.iter().map(find).collect()
}

fn from_entry(entry: &Entry, base: &Url, context: &Context) -> Result<LocalSkill, Failure> {
    let refused = |cause: String| {
        Failure::refused(format!("`{}` at {base} is not taken", entry.name))
            .cause(cause)
            .hint("nothing was installed; tell whoever runs the host")
    };
    let name = SkillName::parse(&entry.name).map_err(|error| refused(error.to_string()))?;
    let digest = Digest::parse(&entry.digest).map_err(|error| refused(error.to_string()))?;
    let url = base
        .join(&entry.url)
        .map_err(|error| refused(error.to_string()))?;
    let bytes = fetch(url.as_str(), LIMITS.archive_bytes, context)?;
    let bytes = bytes.ok_or_else(|| refused(format!("{url} is not there")))?;
    let actual = Digest::of(&bytes);
    if actual != digest {
        return Err(refused(format!(
            "{url} has the digest {actual}, and the index says {digest}"
        )));
    }
    let (files, wrapper) = match entry.kind.as_str() {
        "archive" => unpack(url.as_str(), &bytes)?,
        "skill-md" => (only_file(bytes).map_err(&refused)?, None),
        other => {
            return Err(refused(format!(
                "it is of the type `{other}`, which is not known"
            )));
        }
    };
    let skill = local::of_files(url.as_str(), files, wrapper)?;
    match skill.wanted.name == name {
        true => Ok(skill),
        false => Err(refused(format!("SKILL.md names `{}`", skill.wanted.name))),
    }
}

fn only_file(bytes: Vec<u8>) -> Result<FileSet, String> {
    let path = FilePath::parse("SKILL.md").map_err(|error| error.to_string())?;
    let file = SkillFile {
        path,
        bytes,
        is_executable: false,
    };
    FileSet::new(vec![file], &LIMITS).map_err(|error| error.to_string())
}

fn unpack(address: &str, bytes: &[u8]) -> Result<(FileSet, Option<String>), Failure> {
    let archive = archive::read(bytes, &LIMITS).map_err(|error| {
        Failure::refused(format!("{address} is not the sound archive of a skill"))
            .because(&error)
            .hint("nothing was installed; name a .zip, or an address with an index of skills")
    })?;
    Ok((archive.files, archive.wrapper))
}

/// Fetches what is at an address; nothing where it is not there.
fn fetch(address: &str, most: u64, context: &Context) -> Result<Option<Vec<u8>>, Failure> {
    let url = CatalogUrl::parse(address)?;
    let remote = Remote::stranger(&url, &context.settings);
    let bytes = remote.bytes(most)?;
    match bytes {
        Some(bytes) if bytes.len() as u64 > most => Err(Failure::refused(format!(
            "{address} is larger than {} MiB",
            most >> 20
        ))
        .hint("nothing was installed")),
        bytes => Ok(bytes),
    }
}

fn nothing(address: &str) -> Failure {
    Failure::could_not(format!("there is no skill at {address}"))
        .cause("it has no index of skills and is no archive")
        .hint(
            "name a page with an index, the address of a .zip, a folder, or a .zip on this machine",
        )
}
