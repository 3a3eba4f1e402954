//! One skills folder: the skills in it, and what an assistant would stumble over.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use guild_skill::SkillName;
use guild_skill::page;

use super::{Kind, Problem};
use crate::environment::quoted;
use crate::plain_file;

/// A skill that an assistant can read.
pub(super) struct Seen {
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// SKILL.md.
    pub(super) text: String,
}

/// Looks into a skills folder; one that is not there is no problem.
pub(super) fn look(folder: &Path, problems: &mut Vec<Problem>) -> Vec<Seen> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            if error.kind() == ErrorKind::PermissionDenied {
                problems.push(unreadable(folder, folder, "u+rx"));
            } else if fs::symlink_metadata(folder).is_ok_and(|meta| meta.is_symlink()) {
                problems.push(broken(folder));
            }
            return Vec::new();
        }
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .iter()
        .filter(|path| !name_of(path).starts_with('.'))
        .filter_map(|path| look_at(path, problems))
        .collect()
}

fn look_at(path: &Path, problems: &mut Vec<Problem>) -> Option<Seen> {
    let name = name_of(path);
    let Ok(meta) = fs::metadata(path) else {
        problems.push(broken(path));
        return None;
    };
    if !meta.is_dir() {
        problems.extend(stray(path, &name));
        return None;
    }
    let skill_md = path.join("SKILL.md");
    let text = match plain_file::read(&skill_md) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            problems.extend(without_skill_md(path, &name));
            return None;
        }
        Err(_) => {
            problems.push(unreadable(&skill_md, &skill_md, "u+r"));
            return None;
        }
    };
    if let Err(error) = page::record_of(&text, None) {
        problems.push(Problem {
            kind: Kind::FrontMatter,
            message: error.to_string(),
            mend: format!("guild check skill {} --level spec", quoted(path)),
            path: skill_md,
        });
        return None;
    }
    let said = guild_skill::named(&text).unwrap_or_default();
    if said != name {
        problems.push(misnamed(path, &name, &said));
    }
    Some(Seen {
        name,
        path: path.to_owned(),
        text,
    })
}

/// A file where folders are due: an archive that was not unpacked, or a SKILL.md without its folder.
fn stray(path: &Path, name: &str) -> Option<Problem> {
    let folder = path.parent()?;
    let (message, mend) = if name.eq_ignore_ascii_case("SKILL.md") {
        let text = String::from_utf8_lossy(&plain_file::read(path).ok()?).into_owned();
        let skill = guild_skill::named(&text).unwrap_or_else(|| "NAME".to_owned());
        let to = folder.join(&skill);
        let message =
            "SKILL.md lies in the skills folder itself; each skill has a folder of its own";
        let to = quoted(&to);
        (
            message,
            format!("mkdir {to} && mv {} {to}/SKILL.md", quoted(path)),
        )
    } else if name.to_ascii_lowercase().ends_with(".zip") {
        let message = "an archive is no skill before it is unpacked";
        (
            message,
            format!(
                "guild install --from {} --skills-folder {}",
                quoted(path),
                quoted(folder)
            ),
        )
    } else {
        return None;
    };
    Some(Problem {
        kind: Kind::NoSkill,
        message: message.to_owned(),
        path: path.to_owned(),
        mend,
    })
}

/// A folder without SKILL.md: perhaps it has one of another spelling, or further down.
fn without_skill_md(path: &Path, name: &str) -> Option<Problem> {
    let entries: Vec<PathBuf> = fs::read_dir(path)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    let other = entries
        .iter()
        .find(|entry| name_of(entry).eq_ignore_ascii_case("SKILL.md"));
    if let Some(other) = other {
        return Some(Problem {
            kind: Kind::NoSkill,
            message: format!("assistants look for SKILL.md, not for {}", name_of(other)),
            mend: format!("mv {} {}", quoted(other), quoted(&path.join("SKILL.md"))),
            path: other.clone(),
        });
    }
    let inner = entries
        .iter()
        .find(|entry| entry.join("SKILL.md").is_file())?;
    let around = path.parent()?;
    let to = match name_of(inner) == name {
        // The folder is in the way of what it holds.
        true => format!(
            "mv {from} {aside} && rmdir {outer} && mv {aside} {outer}",
            from = quoted(inner),
            outer = quoted(path),
            aside = quoted(&around.join(format!(".{name}")))
        ),
        false => format!(
            "mv {} {}",
            quoted(inner),
            quoted(&around.join(name_of(inner)))
        ),
    };
    Some(Problem {
        kind: Kind::TooDeep,
        message: "the skill lies a folder deeper than assistants look".to_owned(),
        path: inner.clone(),
        mend: to,
    })
}

fn misnamed(path: &Path, name: &str, said: &str) -> Problem {
    let to = path.with_file_name(said);
    let mend = match SkillName::parse(said) {
        Ok(_) if !to.exists() => format!("mv {} {}", quoted(path), quoted(&to)),
        Ok(_) | Err(_) => format!(
            "write `name: {name}` into {}",
            path.join("SKILL.md").display()
        ),
    };
    Problem {
        kind: Kind::NameNotFolder,
        message: format!(
            "the folder is called `{name}`, and SKILL.md says `{said}`; some assistants leave such a skill out"
        ),
        path: path.to_owned(),
        mend,
    }
}

fn broken(path: &Path) -> Problem {
    let to = fs::read_link(path).unwrap_or_default();
    Problem {
        kind: Kind::BrokenLink,
        message: format!("the link leads to {}, which is not there", to.display()),
        path: path.to_owned(),
        mend: format!("rm {} && guild install {}", quoted(path), name_of(path)),
    }
}

fn unreadable(path: &Path, what: &Path, mode: &str) -> Problem {
    Problem {
        kind: Kind::NotReadable,
        message: "it may not be read".to_owned(),
        path: path.to_owned(),
        mend: format!("chmod {mode} {}", quoted(what)),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
