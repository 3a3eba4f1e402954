//! The Developer pack: the workspace's `skills/` folder, compiled into the binary.

use std::error::Error;

use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};
use guild_skill::{Date, SkillName, page};

use crate::catalog::Catalog;
use crate::publish::{OnTaken, Publication, PublishError, Published, Terms};

/// A file as it was compiled in.
struct Embedded {
    path: &'static str,
    bytes: &'static [u8],
    is_executable: bool,
}

/// A skill's name and its files.
type EmbeddedSkill = (&'static str, &'static [Embedded]);

include!(concat!(env!("OUT_DIR"), "/developer_pack.rs"));

/// A skill of the Developer pack, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The skill.
    pub name: SkillName,
    /// Whether its release is new.
    pub published: Published,
}

impl Catalog {
    /// Lists the skills that this binary carries, each dated by the newest entry of its Recent changes.
    ///
    /// A newer binary adds a release where the files of a skill differ from every release that is there, and nothing
    /// elsewhere. A skill that somebody listed in another pack is left alone, with a warning in the log.
    ///
    /// # Errors
    /// When the catalog fails, or a skill was compiled in that is none.
    pub async fn list_developer_pack(&self) -> Result<Vec<Listed>, PublishError> {
        let mut listed = Vec::new();
        for (name, files) in SKILLS {
            let publication = publication(name, files);
            let name = publication.name.clone();
            let terms = Terms {
                caller: None,
                signature: None,
                on_taken: OnTaken::NextPatch,
            };
            match self.publish_on(publication, terms).await {
                Ok(published) => listed.push(Listed { name, published }),
                Err(
                    error @ (PublishError::OtherPack { .. } | PublishError::NameDeleted { .. }),
                ) => {
                    tracing::warn!(
                        error = &error as &dyn Error,
                        "a skill of the Developer pack is not listed"
                    );
                }
                Err(error) => return Err(error),
            }
        }
        Ok(listed)
    }
}

fn publication(name: &str, files: &[Embedded]) -> Publication {
    let files = files.iter().map(|file| SkillFile {
        path: FilePath::parse(file.path)
            .expect("the tests publish every path that was compiled in"),
        bytes: file.bytes.to_vec(),
        is_executable: file.is_executable,
    });
    let files = FileSet::new(files.collect(), &ArchiveLimits::STANDARD)
        .expect("the tests publish every skill that was compiled in");
    let updated_on = page::record(&files)
        .ok()
        .as_ref()
        .and_then(page::updated_on);
    Publication {
        name: SkillName::parse(name).expect("the tests publish every name that was compiled in"),
        files,
        pack_label: None,
        published_at: updated_on.map(Date::milliseconds),
    }
}
