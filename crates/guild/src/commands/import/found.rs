//! Finding the skills of a source, and reading their files.

use guild_skill::archive::ArchiveLimits;
use guild_skill::check;
use guild_skill::files::FileSet;

use super::git::Fetched;
use super::source::Source;
use crate::environment::Environment;
use crate::failure::Failure;

/// A folder with a SKILL.md.
pub(super) struct Found {
    /// The folder, as a person knows it.
    pub(super) shown: String,
    /// Its files, or why they are not taken.
    pub(super) files: Result<FileSet, String>,
}

impl Found {
    /// Gives the name that the skill gives itself.
    pub(super) fn name(&self) -> Option<String> {
        let file = self.files.as_ref().ok()?.get("SKILL.md")?;
        guild_skill::named(std::str::from_utf8(&file.bytes).ok()?)
    }
}

/// Adds the skills of a source.
pub(super) fn find(
    source: &Source,
    environment: &Environment,
    found: &mut Vec<Found>,
) -> Result<(), Failure> {
    let repository = match source {
        Source::Folder(path) => {
            let path = environment.working_folder.join(path);
            let folders = check::folders(&path).map_err(|error| {
                let hint = error.hint().map(str::to_owned);
                Failure::could_not(format!("could not look for skills in {source}"))
                    .because(&error)
                    .hints(hint)
            })?;
            found.extend(folders.into_iter().map(|folder| {
                Found {
                    shown: environment.shorten(&folder),
                    files: FileSet::read_folder(&folder, &ArchiveLimits::STANDARD)
                        .map_err(|error| reasons(&error)),
                }
            }));
            return Ok(());
        }
        Source::Repository(repository) => repository,
    };
    let fetched = Fetched::of(repository)?;
    for (folder, files) in fetched.skills()? {
        found.push(Found {
            files: fetched.read(&folder, &files)?,
            shown: match folder.as_str() {
                "" => ".".to_owned(),
                folder => folder.to_owned(),
            },
        });
    }
    Ok(())
}

/// Tells an error with its causes in one line.
pub(super) fn reasons(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}
