//! A skill on this machine, in a folder or a .zip, to be installed without a catalog.

use std::fs;
use std::path::Path;

use guild_skill::archive::{self, ArchiveLimits, Layout};
use guild_skill::files::{FilePath, FileSet};
use guild_skill::{Digest, SkillName};

use super::fetch::Wanted;
use super::ledger::Origin;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::plain_file;

/// The version of a skill whose author states none.
const NO_VERSION: &str = "0.0.0";

/// A skill that was read from this machine.
pub(crate) struct LocalSkill {
    /// What it is.
    pub(crate) wanted: Wanted,
    /// Its files.
    pub(crate) files: FileSet,
    /// The canonical archive of them.
    pub(crate) archive: Vec<u8>,
}

/// Reads a skill from a folder or a .zip.
pub(crate) fn read(path: &Path, environment: &Environment) -> Result<LocalSkill, Failure> {
    let path = environment.working_folder.join(path);
    let (files, folder) = match path.is_dir() {
        true => (read_folder(&path)?, Some(folder_name(&path))),
        false => read_zip(&path)?,
    };
    named_skill(&path, path.display().to_string(), files, folder)
}

/// Takes the files of a skill that came from an address, `folder` being that in which an archive wraps them.
pub(crate) fn of_files(
    address: &str,
    files: FileSet,
    folder: Option<String>,
) -> Result<LocalSkill, Failure> {
    named_skill(Path::new(address), address.to_owned(), files, folder)
}

fn named_skill(
    path: &Path,
    from: String,
    files: FileSet,
    folder: Option<String>,
) -> Result<LocalSkill, Failure> {
    let name = name(path, folder, &files)?;
    let unnamed = |name: &str, error: &guild_skill::name::NameError| {
        Failure::could_not(format!("`{name}` is no name for a skill"))
            .because(error)
            .hint("name the folder of SKILL.md with lower-case words joined by hyphens")
    };
    let name = SkillName::parse(&name).map_err(|error| unnamed(&name, &error))?;
    check_folder(&name)?;
    let skill_md = files.get("SKILL.md").ok_or_else(|| {
        Failure::could_not(format!("there is no SKILL.md in {}", path.display())).hint(format!(
            "`guild new skill {name}` makes a skill to start from"
        ))
    })?;
    let version = guild_skill::version::version(&String::from_utf8_lossy(&skill_md.bytes));
    let archive = archive::write(&files, Layout::Wrapped(&name));
    let wanted = Wanted {
        version: version.map_or(NO_VERSION.to_owned(), |version| version.to_string()),
        digest: Digest::of(&archive),
        tree_digest: files.tree_digest(),
        size_bytes: None,
        log: None,
        origin: Origin::From(from),
        name,
    };
    Ok(LocalSkill {
        wanted,
        files,
        archive,
    })
}

/// Refuses a name that no folder can have on some system.
pub(crate) fn check_folder(name: &SkillName) -> Result<(), Failure> {
    FilePath::parse(name.as_str()).map(|_| ()).map_err(|error| {
        Failure::could_not(format!("`{name}` cannot be a skill's folder everywhere"))
            .because(&error)
            .hint("choose another name")
    })
}

/// Reads the files of a folder.
pub(crate) fn read_folder(path: &Path) -> Result<FileSet, Failure> {
    FileSet::read_folder(path, &ArchiveLimits::STANDARD).map_err(|error| {
        let failure = Failure::could_not(format!("could not read the skill in {}", path.display()))
            .because(&error);
        match path.is_dir() {
            true => failure.hint("`guild check skill DIR` lists all that stands in the way"),
            false => failure.hint("name the folder that holds SKILL.md"),
        }
    })
}

/// Gives the name of a folder, also of `.`.
pub(crate) fn folder_name(path: &Path) -> String {
    let whole = path.canonicalize();
    let path = whole.as_deref().unwrap_or(path);
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Gives the name of a skill, which is that of its folder and that in SKILL.md: an assistant goes by both.
fn name(path: &Path, folder: Option<String>, files: &FileSet) -> Result<String, Failure> {
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy();
    match (folder, named(files)) {
        (Some(folder), Some(named)) if folder != named => Err(Failure::refused(format!(
            "the folder `{folder}` holds a skill of another name"
        ))
        .cause(format!("SKILL.md names `{named}`"))
        .hint(format!(
            "call both the same: rename the folder to `{named}`, or change `name` in SKILL.md"
        ))),
        (Some(name), _) | (None, Some(name)) => Ok(name),
        (None, None) => Ok(stem().into_owned()),
    }
}

/// Reads a .zip, and gives the folder in which its files stand, if there is one.
fn read_zip(path: &Path) -> Result<(FileSet, Option<String>), Failure> {
    let failed = || Failure::could_not(format!("could not read the skill in {}", path.display()));
    let limits = ArchiveLimits::STANDARD;
    let metadata = fs::metadata(path).map_err(|error| {
        let failure = failed().because(&error);
        failure.hint("name the folder that holds SKILL.md, or a .zip of it")
    })?;
    if metadata.len() > limits.archive_bytes {
        let limit = limits.archive_bytes >> 20;
        return Err(refused(path).cause(format!("it is larger than {limit} MiB")));
    }
    let bytes = plain_file::read(path).map_err(|error| failed().because(&error))?;
    let archive = archive::read(&bytes, &limits).map_err(|error| refused(path).because(&error))?;
    Ok((archive.files, archive.wrapper))
}

fn refused(path: &Path) -> Failure {
    Failure::refused(format!(
        "{} is not the sound archive of a skill",
        path.display()
    ))
    .hint("nothing was installed; `guild pack DIR` writes a sound archive of a skill's folder")
}

/// Gives the name in SKILL.md; an archive that wraps its files in no folder may itself be called anything.
fn named(files: &FileSet) -> Option<String> {
    let skill_md = files.get("SKILL.md")?;
    guild_skill::named(&String::from_utf8_lossy(&skill_md.bytes))
}
