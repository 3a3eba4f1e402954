//! What of a catalog can be mended.

use std::fs;
use std::path::Path;

use guild_skill::archive::{self, ArchiveLimits, Layout};
use guild_skill::files::FileSet;
use guild_skill::{Digest, SkillName};

use super::archives::Named;
use super::check::Work;
use super::flaw::Repair;

impl Work {
    /// Notes that the flaw that was found last is mended.
    fn mended(&mut self, is_mended: bool) {
        if let Some(flaw) = self.report.flaws.last_mut() {
            flaw.is_mended = is_mended;
        }
    }

    /// Removes an archive that nobody names.
    pub(super) async fn mend_orphan(&mut self, digest: &Digest) {
        if self.repair == Repair::Yes {
            let removed = self.blobs.remove(digest).await;
            self.mended(removed.is_ok());
        }
    }

    /// Makes an archive again from the other layout of its release: both hold the same files.
    pub(super) async fn mend_archive(&mut self, named: &Named, lost: &Digest, both: &[Digest; 2]) {
        if self.repair == Repair::No {
            return;
        }
        let [wrapped, root] = both;
        let twin = if lost == wrapped { root } else { wrapped };
        let Ok(Some(bytes)) = self.blobs.get(twin).await else {
            return;
        };
        let Some(made) = made_again(named, &bytes, lost == wrapped) else {
            return;
        };
        if Digest::of(&made) == *lost {
            let put = self.blobs.put(lost, made.into()).await;
            self.mended(put.is_ok());
        }
    }
}

fn made_again(named: &Named, twin: &[u8], is_wrapped: bool) -> Option<Vec<u8>> {
    let limits = &ArchiveLimits::STANDARD;
    let name = SkillName::parse(&named.skill).ok()?;
    let archive = archive::read(twin, limits).ok()?;
    let files = FileSet::new(archive.files.into_iter().collect(), limits).ok()?;
    Some(match is_wrapped {
        true => archive::write(&files, Layout::Wrapped(&name)),
        false => archive::write(&files, Layout::Root),
    })
}

/// Removes the search index, which the next start makes anew.
pub(super) fn forget_index(work: &mut Work, folder: &Path) {
    if work.repair == Repair::Yes {
        let removed = fs::remove_dir_all(folder);
        work.mended(removed.is_ok());
    }
}
