//! Checking skills: find them, read them, hold each against the rules of its level.

mod find;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use guild_check::contract::{self, ContractFile};
use guild_check::{Finding, Findings, Source};

use crate::archive::{Archive, Opened};
use crate::contracts;
use crate::matching::{Candidate, Ranking};
use crate::rules;
pub use crate::skill::Level;
use crate::skill::{KnownSkills, Skill, SkillError, SkillMd, join, skill_md_alone};
use find::{Found, Origin};

/// What a check is to do.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How much is asked of each skill.
    pub level: Level,
    /// The names of skills that may be referred to besides the ones that lie beside a skill.
    pub known_skills: BTreeSet<String>,
}

/// What a check found.
#[derive(Debug)]
pub struct Checked {
    /// How many skills were looked at.
    pub skills: usize,
    /// The paths of all files that were looked at, as reports show them.
    pub files: Vec<String>,
    /// What is wrong, in the order of paths and places.
    pub findings: Vec<Finding>,
    /// The files whose comments may allow a finding: see [`guild_check::allow`]. None is from an archive, which comes
    /// from someone who is not trusted to judge it.
    pub allowing: Vec<Source>,
}

/// Why a check could not run.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A path is not there.
    #[error("{path} does not exist")]
    NotFound {
        /// The path as it was given.
        path: String,
    },
    /// A path is a file and no skill.
    #[error("{path} is neither a folder nor a .zip archive nor a SKILL.md")]
    NotASkill {
        /// The path as it was given.
        path: String,
    },
    /// The system refused.
    #[error(transparent)]
    Skill(#[from] SkillError),
}

impl CheckError {
    /// Says what to type instead, if that is known.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NotFound { .. } => Some("name a folder of skills, a skill's folder or a .zip"),
            Self::NotASkill { .. } => Some("name the folder that holds SKILL.md"),
            Self::Skill(_) => None,
        }
    }
}

/// Checks the skills at some paths: each is a skill's folder, a folder of such folders, a SKILL.md or an archive.
///
/// A path that holds no skill is a finding, and so is an archive that is refused; links are not followed, but a path itself may be one.
///
/// # Errors
/// When a path does not exist or cannot be read.
pub fn check(paths: &[PathBuf], options: &CheckOptions) -> Result<Checked, CheckError> {
    let mut found = Vec::new();
    for path in paths {
        find::find(path, options, &mut found)?;
    }
    let results = judge_all(&found, options)?;
    let mut checked = Checked {
        skills: found.len(),
        files: Vec::new(),
        findings: Vec::new(),
        allowing: Vec::new(),
    };
    for result in results {
        checked.files.extend(result.files);
        checked.findings.extend(result.findings);
        checked.allowing.extend(result.allowing);
    }
    Ok(checked)
}

/// Lists the folders of the skills at a path, as [`check`] finds them; none where there is no skill.
///
/// # Errors
/// When the path does not exist or cannot be read.
pub fn folders(path: &Path) -> Result<Vec<PathBuf>, CheckError> {
    let options = CheckOptions {
        level: Level::Spec,
        known_skills: BTreeSet::new(),
    };
    let mut found = Vec::new();
    find::find(path, &options, &mut found)?;
    let folders = found.into_iter().filter_map(|found| match found.files {
        Origin::Folder(listed, _) if listed.is_skill() => Some(listed.folder.path),
        Origin::Folder(..) | Origin::Archive(_) => None,
    });
    Ok(folders.collect())
}

/// Judges one skill that is read already.
pub fn judge(skill: &Skill) -> Vec<Finding> {
    let mut findings = Findings::new();
    for list in rules::of_level(skill.level) {
        guild_check::rule::run(list, skill, &mut findings);
    }
    if skill.level == Level::Listed {
        findings.extend(page_findings(skill));
        findings.extend(contract_findings(skill));
    }
    findings.into_sorted()
}

/// Judges an archive as a catalog does that is to list what it holds, and as its publisher does before: at
/// [`Level::Listed`], with the other skills unknown, and with nothing in it that could allow a finding.
pub fn judge_listed(opened: &Opened) -> Vec<Finding> {
    match &opened.archive {
        Ok(archive) => {
            let known_skills = KnownSkills::default();
            let skill = Skill::of_archive(archive, &opened.path, Level::Listed, known_skills);
            judge(&skill)
        }
        Err(_) => rules::judge_archive(opened),
    }
}

/// Judges whether the files of an archive are safe, and nothing else; the paths of findings begin in the skill's folder.
pub fn judge_safety(archive: &Archive) -> Vec<Finding> {
    let skill = Skill::of_archive(archive, "", Level::Listed, KnownSkills::default());
    let mut findings = Findings::new();
    guild_check::rule::run(rules::SAFETY, &skill, &mut findings);
    findings.into_sorted()
}

/// Holds PAGE.md against the contract of the page record.
fn page_findings(skill: &Skill) -> Vec<Finding> {
    let Some(page) = &skill.page_md else {
        return Vec::new();
    };
    // Its only dates are of Recent changes, which a rule in code reads.
    contracts::page().check(&page.markdown, contract::Date::LAST)
}

/// Judges the contract that a skill carries: that it can be followed, and that the skill's own files satisfy it.
fn contract_findings(skill: &Skill) -> Vec<Finding> {
    let text = |path: &str| skill.file(path)?.source().cloned();
    let Some(source) = text(contract::FILE) else {
        return Vec::new();
    };
    ContractFile::read(&source).with_files(text).findings()
}

#[derive(Debug)]
struct Judged {
    files: Vec<String>,
    findings: Vec<Finding>,
    allowing: Vec<Source>,
}

/// Judges the skills; the results stand in their order.
fn judge_all(found: &[Found], options: &CheckOptions) -> Result<Vec<Judged>, CheckError> {
    const SKILLS_PER_THREAD: usize = 8;
    let beside = beside(found, options);
    let results = spread(found, SKILLS_PER_THREAD, |found| {
        judge_one(found, options, beside.clone())
    });
    results.into_iter().collect()
}

/// Learns what an assistant is told of skills that are listed together; nothing for one alone.
fn beside(found: &[Found], options: &CheckOptions) -> Option<Arc<Ranking>> {
    if options.level == Level::Spec || found.len() < 2 {
        return None;
    }
    let candidates = found.iter().filter_map(|found| {
        let Origin::Folder(listed, name) = &found.files else {
            return None;
        };
        // What cannot be read is told of when the skill is judged.
        let files = skill_md_alone(listed, &found.shown).ok()?;
        let skill_md = SkillMd::read(files.first()?)?;
        Some(Candidate {
            name: name.clone(),
            title: skill_md.plain_title().unwrap_or_default().to_owned(),
            description: skill_md.description()?.text.clone(),
        })
    });
    Some(Arc::new(Ranking::of(candidates.collect())))
}

/// Spreads work over the machine's cores; the results stand in the order of the items.
///
/// With fewer items for each thread than `least`, starting it takes longer than the work.
fn spread<T: Sync, R: Send>(items: &[T], least: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = match items.len().div_ceil(least) {
        // To ask how many cores there are takes a dozen calls of the system.
        wanted @ 0..=1 => wanted,
        wanted => std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(wanted),
    };
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let take = || {
        let mine = std::iter::from_fn(|| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            Some((index, items.get(index)?))
        });
        let done: Vec<_> = mine.map(|(index, item)| (index, work(item))).collect();
        let mut results = results.lock().unwrap_or_else(|lock| lock.into_inner());
        results.extend(done);
    };
    // This thread works too.
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take);
        }
        take();
    });
    let mut results = results
        .into_inner()
        .unwrap_or_else(|lock| lock.into_inner());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn judge_one(
    found: &Found,
    options: &CheckOptions,
    beside: Option<Arc<Ranking>>,
) -> Result<Judged, CheckError> {
    let known_skills = found.known_skills.clone();
    let mut skill = match &found.files {
        Origin::Folder(folder, name) => {
            let (name, shown) = (name.clone(), &found.shown);
            Skill::read_listed(name, folder, shown, options.level, known_skills)?
        }
        Origin::Archive(opened) => match &opened.archive {
            Ok(archive) => Skill::of_archive(archive, &found.shown, options.level, known_skills),
            Err(_) => return Ok(refused(opened)),
        },
    };
    skill.beside = beside;
    let paths = skill.files.iter();
    let paths = paths.map(|file| join(&skill.path, &file.path));
    Ok(Judged {
        files: paths.collect(),
        findings: judge(&skill),
        allowing: match &found.files {
            Origin::Folder(..) => allowing(&skill),
            Origin::Archive(_) => Vec::new(),
        },
    })
}

/// Judges an archive in which no skill can be found.
fn refused(opened: &Opened) -> Judged {
    Judged {
        files: vec![opened.path.clone()],
        findings: rules::judge_archive(opened),
        allowing: Vec::new(),
    }
}

/// Keeps the few files that may hold a comment which allows a finding.
fn allowing(skill: &Skill) -> Vec<Source> {
    let sources = skill.texts().map(|(_, source)| source);
    let allowing = sources.filter(|source| source.text().contains("guild: allow"));
    allowing.cloned().collect()
}
