//! Releases, held against their archives, their files, their signatures and the row of their skill.

use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::files::FileSet;
use guild_skill::signature::{Signature, Statement};
use guild_skill::{Digest, PageRecord, wire};
use semver::Version;

use super::UpkeepError;
use super::archives::{Named, Walk};
use super::check::Work;
use super::flaw::{CheckReport, FlawKind};
use crate::error::StoreError;
use crate::store::files;
use crate::version::supersedes;

/// The releases of a skill as far as they were walked, to find the one that is to stand for it.
#[derive(Debug, Default)]
struct Standing {
    skill: String,
    /// The version that stands for it; absent where there is no such skill.
    said: Option<String>,
    /// Whether that version was met.
    is_there: bool,
    /// The highest version, of those that are not withdrawn where there is one.
    highest: Option<(Version, bool)>,
}

impl Standing {
    fn of(named: &Named) -> Self {
        Self {
            skill: named.skill.clone(),
            said: named.standing.clone(),
            ..Self::default()
        }
    }

    fn meet(&mut self, named: &Named) {
        self.is_there |= self.said.as_ref() == Some(&named.version);
        let Ok(version) = Version::parse(&named.version) else {
            return;
        };
        let is_yanked = named.is_yanked != 0;
        let is_higher = match &self.highest {
            Some((_, was_yanked)) if *was_yanked != is_yanked => *was_yanked,
            Some((highest, _)) => supersedes(&version, Some(highest)),
            None => true,
        };
        if is_higher {
            self.highest = Some((version, is_yanked));
        }
    }

    /// Tells of a skill that another release stands for. One that stands for it and is not there is told of elsewhere.
    fn end(self, report: &mut CheckReport) {
        let (Some(said), Some((highest, _))) = (self.said, self.highest) else {
            return;
        };
        let highest = highest.to_string();
        if self.is_there && said != highest {
            let message = format!("it stands for the skill, and {highest} is to");
            report.add(FlawKind::Release, format!("{} {said}", self.skill), message);
        }
    }
}

impl Work {
    pub(super) async fn check_releases(&mut self) -> Result<(), UpkeepError> {
        let mut walk = Walk::default();
        let mut standing = Standing::default();
        loop {
            let page = walk.next(&mut self.reader).await?;
            if page.is_empty() {
                standing.end(&mut self.report);
                return Ok(());
            }
            for named in page {
                if standing.skill != named.skill {
                    let next = Standing::of(&named);
                    std::mem::replace(&mut standing, next).end(&mut self.report);
                }
                standing.meet(&named);
                self.check_release(&named).await?;
            }
        }
    }

    async fn check_release(&mut self, named: &Named) -> Result<(), UpkeepError> {
        self.report.releases += 1;
        let Ok(digests) = named.digests() else {
            self.wrong(named, "it names an archive by what is no digest");
            return Ok(());
        };
        if serde_json::from_str::<PageRecord>(&named.record).is_err() {
            self.wrong(named, "its page record cannot be read");
        }
        let mut held = Vec::new();
        for digest in &digests {
            self.named.insert(digest.clone());
            self.report.archives += 1;
            let lost = match self.blobs.get(digest).await {
                Ok(Some(bytes)) => {
                    self.check_size(named, digest, bytes.len());
                    match archive::read(&bytes, &ArchiveLimits::STANDARD) {
                        Ok(archive) => held.push(archive.files),
                        Err(error) => self.wrong(named, format!("its archive is none: {error}")),
                    }
                    continue;
                }
                Ok(None) => (FlawKind::MissingArchive, "missing"),
                Err(StoreError::CorruptArchive { .. }) => (FlawKind::DamagedArchive, "damaged"),
                Err(error) => return Err(error.into()),
            };
            let (kind, what) = lost;
            let message = format!("the archive of {} {} is {what}", named.skill, named.version);
            self.report.add(kind, digest.as_str(), message);
            self.mend_archive(named, digest, &digests).await;
        }
        self.check_files(named, &held).await
    }

    fn check_size(&mut self, named: &Named, digest: &Digest, found: usize) {
        let said = named.size_bytes;
        if digest.as_str() == named.digest && i64::try_from(found) != Ok(said) {
            let message = format!("it says {said} bytes, and its archive has {found}");
            self.wrong(named, message);
        }
    }

    /// Holds what is said of the files against those in the archives that could be read.
    async fn check_files(&mut self, named: &Named, held: &[FileSet]) -> Result<(), UpkeepError> {
        let release = (named.skill.as_str(), named.version.as_str());
        let listed = files::list(&mut self.reader, release, (i64::MAX, 0)).await?;
        let (count, lists) = (named.file_count, listed.len());
        let is_counted = i64::try_from(lists) == Ok(count);
        if !is_counted {
            self.wrong(named, format!("it has {count} files and lists {lists}"));
        }
        let digest = held.first().map(FileSet::tree_digest);
        self.check_signature(named, digest.as_ref());
        let (Some(files), Some(digest)) = (held.first(), digest) else {
            return Ok(());
        };
        if digest.as_str() != named.tree_digest {
            let message = format!(
                "it says that its files have the digest {}, and those in its archive have {digest}",
                named.tree_digest
            );
            self.wrong(named, message);
        }
        if held.iter().any(|other| other.tree_digest() != digest) {
            self.wrong(named, "its two archives hold different files");
        }
        let mut listed: Vec<wire::File> = listed.into_iter().map(Into::into).collect();
        listed.sort_by(|left, right| left.path.cmp(&right.path));
        let other = listed.iter().zip(files.iter()).find(|(listed, file)| {
            listed.path != file.path.as_str()
                || listed.size_bytes != file.bytes.len() as u64
                || listed.digest != Digest::of(&file.bytes).as_str()
                || listed.is_executable != file.is_executable
        });
        match other {
            Some((listed, _)) if is_counted => {
                let message = format!(
                    "the file {} that it lists is not that of its archive",
                    listed.path
                );
                self.wrong(named, message);
            }
            _ if is_counted && lists != files.len() => {
                let held = files.len();
                let message = format!("it lists {lists} files, and its archive holds {held}");
                self.wrong(named, message);
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks who signed a release, with the digest of its files where an archive could be read.
    fn check_signature(&mut self, named: &Named, files: Option<&Digest>) {
        let signature = named.signature.as_deref();
        if signature.is_some_and(|signature| !is_signed(named, signature, files)) {
            self.wrong(named, "its signature is not of this release");
        }
    }

    fn wrong(&mut self, named: &Named, message: impl Into<String>) {
        let release = format!("{} {}", named.skill, named.version);
        self.report.add(FlawKind::Release, release, message);
    }
}

/// Tells whether a signature is of a release, by the key that it names.
fn is_signed(named: &Named, signature: &str, files: Option<&Digest>) -> bool {
    let (Ok(signature), Ok(skill), Ok(version), Ok(archive)) = (
        signature.parse::<Signature>(),
        named.skill.parse(),
        named.version.parse(),
        Digest::parse(&named.digest),
    ) else {
        return false;
    };
    let said = Digest::parse(&named.tree_digest).ok();
    files.or(said.as_ref()).is_some_and(|files| {
        let statement = Statement {
            skill: &skill,
            version: &version,
            archive: &archive,
            files,
        };
        statement.is_signed_by(&signature)
    })
}
