//! Getting the files of a release, held against everything that the catalog says of them.

use std::fmt;
use std::str::FromStr;

use guild_check::nearest::nearest;
use guild_skill::archive::{self, Archive, ArchiveLimits};
use guild_skill::files::FileSet;
use guild_skill::wire::{LogEntry, Release};
use guild_skill::{Digest, SkillName};
use semver::Version;

use super::ledger::{Origin, Record};
use super::lock::Locked;
use super::trust::{self, Signed};
use crate::failure::Failure;
use crate::printer::{Printer, Progress};
use crate::remote::{Remote, RemoteError};

const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;

/// What a person asks for: `NAME` or `NAME@VERSION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The skill.
    pub(crate) name: SkillName,
    /// The version; the newest when none is given.
    pub(crate) version: Option<Version>,
}

/// A release that is to be installed, exactly.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// The skill.
    pub(crate) name: SkillName,
    /// The version.
    pub(crate) version: String,
    /// The digest of the archive.
    pub(crate) digest: Digest,
    /// The digest of the files.
    pub(crate) tree_digest: Digest,
    /// The size of the archive; absent when it is not known before it comes.
    pub(crate) size_bytes: Option<u64>,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// What the catalog's log says of it, proved; absent where there is no log, or nobody was asked.
    pub(crate) log: Option<LogEntry>,
}

/// Asks a catalog which release a request means.
pub(crate) fn resolve(
    remote: &Remote,
    request: &Request,
    printer: &mut Printer,
) -> Result<Wanted, Failure> {
    let Request { name, version } = request;
    let release = match version {
        None => remote.skill(name)?.map(|skill| skill.latest_release),
        Some(version) => remote.release(name, &version.to_string())?,
    };
    let release = match release {
        Some(release) => release,
        None => return Err(unknown(remote, request)),
    };
    if let Some(warning) = withdrawn(name, &release) {
        if version.is_none() {
            return Err(all_withdrawn(name, &release));
        }
        printer.warn(warning);
    }
    let warning = revoked(name, &release);
    let wanted = Wanted::of(name, release, remote)?;
    if let Some(warning) = warning {
        printer.warn(warning);
    }
    Ok(wanted)
}

/// Says that the key of a release was taken back since, if it was.
pub(crate) fn revoked(name: &SkillName, release: &Release) -> Option<String> {
    let at = release.signature.as_ref()?.revoked_at.as_ref()?;
    let day = at.get(..10).unwrap_or(at);
    let version = &release.version;
    Some(format!(
        "the key that signed {name} {version} was revoked on {day}, after the release"
    ))
}

/// Says that a release was withdrawn, and why, if it was.
pub(crate) fn withdrawn(name: &SkillName, release: &Release) -> Option<String> {
    let version = &release.version;
    let reason = release.yank_reason.as_deref();
    release.is_yanked.then(|| match reason {
        Some(reason) => format!("{name} {version} was withdrawn by its publisher: {reason}"),
        None => format!("{name} {version} was withdrawn by its publisher"),
    })
}

/// A catalog shows a withdrawn release only where there is no other.
fn all_withdrawn(name: &SkillName, newest: &Release) -> Failure {
    let version = &newest.version;
    let failure = Failure::refused(format!("every release of `{name}` was withdrawn"));
    let reason = newest.yank_reason.as_deref();
    let reason = reason.map(|reason| format!("of {version} its publisher says: {reason}"));
    let failure = match reason {
        Some(reason) => failure.cause(reason),
        None => failure,
    };
    failure.hint(format!(
        "`guild install {name}@{version}` installs it all the same"
    ))
}

/// Fetches a release and unpacks it in memory.
pub(crate) fn fetch(
    remote: &Remote,
    wanted: &Wanted,
    printer: &Printer,
) -> Result<FileSet, Failure> {
    let progress = match wanted.size_bytes {
        Some(size) => printer.progress(wanted.name.as_str(), size),
        None => Progress::none(),
    };
    fetch_with(remote, wanted, progress)
}

/// Fetches a release and unpacks it in memory, and shows nobody how far it is.
pub(crate) fn fetch_quietly(remote: &Remote, wanted: &Wanted) -> Result<FileSet, Failure> {
    fetch_with(remote, wanted, Progress::none())
}

fn fetch_with(remote: &Remote, wanted: &Wanted, progress: Progress) -> Result<FileSet, Failure> {
    let limit = wanted.size_bytes.unwrap_or(u64::MAX);
    let limit = limit.min(LIMITS.archive_bytes);
    let bytes = remote
        .archive(&wanted.digest, limit, &progress)
        .map_err(|error| not_fetched(error, wanted))?;
    drop(progress);
    let files = read_archive(&wanted.name, &bytes)?;
    let tree_digest = files.tree_digest();
    if tree_digest != wanted.tree_digest {
        return Err(Failure::refused(format!(
            "the files of `{}` {} are not those that were recorded",
            wanted.name, wanted.version
        ))
        .cause(format!(
            "expected the tree {}, found {tree_digest}",
            wanted.tree_digest
        ))
        .hint("nothing was installed; tell whoever runs the catalog"));
    }
    Ok(files)
}

fn not_fetched(error: RemoteError, wanted: &Wanted) -> Failure {
    let is_gone = matches!(error, RemoteError::Answered { status: 404, .. });
    let failure = Failure::from(error);
    match is_gone {
        true => failure.hint(format!(
            "this catalog does not hold {} {} as it was recorded; `guild install {}` takes its newest",
            wanted.name, wanted.version, wanted.name
        )),
        false => failure,
    }
}

/// Reads the archive of a skill, in which everything stands in a folder of the skill's name.
pub(crate) fn read_archive(name: &SkillName, bytes: &[u8]) -> Result<FileSet, Failure> {
    let unsound = || {
        Failure::refused(format!("the archive of `{name}` is not sound"))
            .hint("nothing was installed; tell whoever published the skill")
    };
    let Archive { files, wrapper } =
        archive::read(bytes, &LIMITS).map_err(|error| unsound().because(&error))?;
    match wrapper {
        Some(folder) if folder == name.as_str() => Ok(files),
        Some(folder) => {
            Err(unsound().cause(format!("its files stand in `{folder}/`, not in `{name}/`")))
        }
        None => Err(unsound().cause(format!("its files stand at its root, not in `{name}/`"))),
    }
}

/// Says that the catalog does not hold what was asked for, and what is near.
fn unknown(remote: &Remote, request: &Request) -> Failure {
    let Request { name, version } = request;
    let catalog = remote.catalog();
    if let Some(version) = version
        && let Ok(Some(skill)) = remote.skill(name)
    {
        let newest = skill.latest_release.version;
        return Failure::could_not(format!(
            "the catalog at {catalog} has no version {version} of `{name}`"
        ))
        .hint(format!(
            "the newest is {newest}: `guild install {name}@{newest}`"
        ));
    }
    unknown_skill(remote, name)
}

/// Says that the catalog does not hold a skill, and which is near.
pub(crate) fn unknown_skill(remote: &Remote, name: &SkillName) -> Failure {
    let message = format!(
        "the catalog at {} holds no skill called `{name}`",
        remote.catalog()
    );
    let failure = Failure::could_not(message);
    let listed = remote.search("", 1, 100);
    let names: Vec<String> = match listed {
        Ok(list) => list.items.into_iter().map(|skill| skill.name).collect(),
        Err(_) => Vec::new(),
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match nearest(name.as_str(), &names).as_slice() {
        [near, ..] => failure.hint(format!("did you mean `{near}`?")),
        [] => {
            failure.hint("find skills with `guild search WORDS`, or list all with `guild search`")
        }
    }
}

impl Wanted {
    /// Takes a release as a catalog describes it; the description is held against what we asked for.
    pub(crate) fn of(name: &SkillName, release: Release, remote: &Remote) -> Result<Self, Failure> {
        let catalog = remote.catalog().to_string();
        let wrong = |cause: String| {
            let message =
                format!("the catalog at {catalog} describes `{name}` in a way that makes no sense");
            Failure::could_not(message)
                .cause(cause)
                .hint("nothing was installed; tell whoever runs the catalog")
        };
        if release.skill != name.as_str() {
            return Err(wrong(format!(
                "it answered with the skill `{}`",
                release.skill
            )));
        }
        if let Err(error) = Version::parse(&release.version) {
            return Err(wrong(format!(
                "`{}` is no version: {error}",
                release.version
            )));
        }
        let digest = |text: &str| Digest::parse(text).map_err(|error| wrong(error.to_string()));
        Ok(Self {
            name: name.clone(),
            digest: digest(&release.digest)?,
            tree_digest: digest(&release.tree_digest)?,
            log: trust::prove(remote, &release)?,
            version: release.version,
            size_bytes: Some(release.size_bytes),
            origin: Origin::Catalog(catalog),
        })
    }

    /// Takes a skill as a ledger has it.
    pub(crate) fn of_record(name: &SkillName, record: &Record) -> Self {
        Self {
            name: name.clone(),
            version: record.version.clone(),
            digest: record.digest.clone(),
            tree_digest: record.tree_digest.clone(),
            size_bytes: None,
            origin: record.origin.clone(),
            log: record.log.clone(),
        }
    }

    /// Gives the entry for `guild.lock`.
    pub(crate) fn locked(&self, catalog: &str) -> Locked {
        Locked {
            name: self.name.clone(),
            version: self.version.clone(),
            digest: self.digest.clone(),
            tree_digest: self.tree_digest.clone(),
            catalog: catalog.to_owned(),
            log_key: self.log.as_ref().and_then(|log| log.key.parse().ok()),
            signed_by: self.signed().map(|signed| signed.by),
        }
    }

    /// Gives who stands for it, as the log says.
    pub(crate) fn signed(&self) -> Option<Signed> {
        self.log.as_ref().and_then(Signed::of)
    }

    /// Takes a skill as `guild.lock` has it.
    pub(crate) fn of_lock(locked: &Locked, catalog: &str) -> Self {
        Self {
            name: locked.name.clone(),
            version: locked.version.clone(),
            digest: locked.digest.clone(),
            tree_digest: locked.tree_digest.clone(),
            size_bytes: None,
            origin: Origin::Catalog(catalog.to_owned()),
            log: None,
        }
    }
}

impl FromStr for Request {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let name = SkillName::parse(name).map_err(|error| error.to_string())?;
        let version = version.map(Version::parse).transpose().map_err(|error| {
            format!("the version is wrong: {error}; write it like `{name}@1.2.0`")
        })?;
        Ok(Self { name, version })
    }
}

impl fmt::Display for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(formatter, "{}@{version}", self.name),
            None => write!(formatter, "{}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_a_name_and_maybe_a_version() {
        let request: Request = "adr-writer@1.2.0".parse().unwrap();
        assert_eq!(request.to_string(), "adr-writer@1.2.0");
        for wrong in [
            "",
            "A",
            "a@",
            "a@latest",
            "a@1",
            "a@../../x",
            "../a",
            "a@1.0.0/x",
        ] {
            assert!(wrong.parse::<Request>().is_err(), "{wrong}");
        }
    }
}
