//! Fetching the newest state of a repository, and reading it without checking it out.
//!
//! A repository is hostile: its files are read from git's own store, so that no hook, filter or link of it does
//! anything; submodules are not fetched; git may use https, http and ssh and nothing else.

mod answer;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};
use tempfile::TempDir;

use self::answer::{Watch, read};
use super::found::reasons;
use super::listed::{Listed, contents, is_in};
use super::source::{Repository, Source};
use crate::failure::Failure;
use crate::git;

/// How long fetching may take.
const TIME: Duration = Duration::from_secs(300);
/// How long git may take to say what a branch stands at.
const ASKING: Duration = Duration::from_secs(60);
/// How long the list of all files may be.
const LIST_BYTES: u64 = 64 << 20;

const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;

/// A repository that was fetched; it is gone with this value.
pub(super) struct Fetched<'a> {
    repository: &'a Repository,
    folder: TempDir,
}

/// Says what a source stands at now; it changes with every commit.
pub(super) fn newest(source: &Source) -> Result<String, Failure> {
    let Source::Repository(repository) = source else {
        return Ok(String::new());
    };
    let reference = repository.reference.as_deref().unwrap_or("HEAD");
    let folder = TempDir::new().map_err(|error| broke_off(&error))?;
    let asked = ["ls-remote", "--exit-code", "--", &repository.url, reference];
    let child = start(folder.path(), &asked)?;
    let answer = read(child, 1 << 20, Watch::of(folder.path(), ASKING));
    let answer = answer.map_err(|reason| unreachable(repository, reason))?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

impl<'a> Fetched<'a> {
    /// Fetches one state of a repository, without its history.
    pub(super) fn of(repository: &'a Repository) -> Result<Self, Failure> {
        let folder = TempDir::new().map_err(|error| broke_off(&error))?;
        let reference = repository.reference.as_deref().unwrap_or("HEAD");
        let fetch = [
            "fetch",
            "--quiet",
            "--depth=1",
            "--no-tags",
            "--no-recurse-submodules",
            "--",
            &repository.url,
            reference,
        ];
        for words in [["init", "--quiet", "--bare"].as_slice(), &fetch] {
            let child = start(folder.path(), words)?;
            read(child, 1 << 20, Watch::of(folder.path(), TIME))
                .map_err(|reason| unreachable(repository, reason))?;
        }
        Ok(Self { repository, folder })
    }

    /// Lists the folders of skills with their files; a skill's own folder is not searched for more.
    pub(super) fn skills(&self) -> Result<BTreeMap<String, Vec<Listed>>, Failure> {
        let files = self.list()?;
        let mut skills: BTreeMap<String, Vec<Listed>> = BTreeMap::new();
        for file in &files {
            if let Some(folder) = file.skill_folder()
                && !folder.split('/').any(|part| part == "node_modules")
            {
                skills.entry(folder.to_owned()).or_default();
            }
        }
        let all: Vec<String> = skills.keys().cloned().collect();
        let is_below = |inner: &str, outer: &str| inner != outer && is_in(inner, outer);
        skills.retain(|folder, _| !all.iter().any(|outer| is_below(folder, outer)));
        for file in files {
            let mut around = file.path.as_str();
            // The folders above, from the nearest on.
            while let Some(end) = around.rfind('/') {
                around = &around[..end];
                if skills.contains_key(around) {
                    break;
                }
            }
            let around = if skills.contains_key(around) {
                around
            } else {
                ""
            };
            if let Some(files) = skills.get_mut(around) {
                files.push(file.clone());
            }
        }
        Ok(skills)
    }

    /// Reads the files of a skill; the inner error says why they are not taken.
    pub(super) fn read(
        &self,
        folder: &str,
        files: &[Listed],
    ) -> Result<Result<FileSet, String>, Failure> {
        let paths = match self.admit(folder, files) {
            Ok(paths) => paths,
            Err(reason) => return Ok(Err(reason)),
        };
        let objects: String = files
            .iter()
            .map(|file| format!("{}\n", file.object))
            .collect();
        let mut child = start(self.folder.path(), &["cat-file", "--batch"])?;
        let mut stdin = child.stdin.take();
        // It answers while it is asked: were it asked to the end first, both would wait.
        let writer = std::thread::spawn(move || {
            // What it does not take it does not answer, and that is found below.
            let _ = stdin
                .take()
                .map(|mut stdin| stdin.write_all(objects.as_bytes()));
        });
        // Each answer has a line of its own before it, and a line end behind it.
        let most = LIMITS.unpacked_bytes + 200 * files.len() as u64;
        let batch = read(child, most, Watch::of(self.folder.path(), TIME));
        // The writer ends with the process that it writes to.
        let _ = writer.join();
        let batch = batch.map_err(|reason| unreachable(self.repository, reason))?;
        let contents = contents(&batch, files).ok_or_else(|| {
            Failure::could_not(format!("git did not give all files of {}", self.repository))
        })?;
        let files = paths.into_iter().zip(contents).zip(files);
        let files = files.map(|((path, bytes), file)| SkillFile {
            path,
            bytes,
            is_executable: file.mode == "100755",
        });
        Ok(FileSet::new(files.collect(), &LIMITS).map_err(|error| reasons(&error)))
    }

    /// Judges by what git lists, before anything is read.
    fn admit(&self, folder: &str, files: &[Listed]) -> Result<Vec<FilePath>, String> {
        if files.len() > LIMITS.entries {
            return Err(format!(
                "it has {} files, more than {}",
                files.len(),
                LIMITS.entries
            ));
        }
        let total: u64 = files.iter().map(|file| file.size).sum();
        if total > LIMITS.unpacked_bytes {
            return Err(format!(
                "its files have {total} bytes, more than {}",
                LIMITS.unpacked_bytes
            ));
        }
        let path = |file: &Listed| {
            let inner = match folder {
                "" => &file.path,
                folder => file.path.get(folder.len() + 1..).unwrap_or_default(),
            };
            match file.mode.as_str() {
                "120000" => Err(format!("{inner} is a link")),
                "160000" => Err(format!("{inner} is a repository of its own")),
                _ if !file.is_unicode => Err(format!("the name of {inner} is not Unicode")),
                _ if file.size > LIMITS.file_bytes => Err(format!(
                    "{inner} has {} bytes, more than {}",
                    file.size, LIMITS.file_bytes
                )),
                _ => FilePath::parse(inner).map_err(|error| format!("{inner}: {error}")),
            }
        };
        files.iter().map(path).collect()
    }

    fn list(&self) -> Result<Vec<Listed>, Failure> {
        let list = ["ls-tree", "-r", "-l", "-z", "--full-tree", "FETCH_HEAD"];
        let child = start(self.folder.path(), &list)?;
        let answer = read(child, LIST_BYTES, Watch::of(self.folder.path(), ASKING));
        let answer = answer.map_err(|reason| unreachable(self.repository, reason))?;
        let files = answer.split(|byte| *byte == 0).filter_map(Listed::read);
        let mut files: Vec<Listed> = files.collect();
        let wanted = self.repository.folder.as_str();
        // A skill's own file stands for the skill.
        let named = files.iter().find(|file| file.path == wanted);
        let folder = named.and_then(Listed::skill_folder).unwrap_or(wanted);
        let folder = folder.to_owned();
        files.retain(|file| is_in(&file.path, &folder));
        Ok(files)
    }
}

/// Starts git in a group of its own, for a repository that anybody may have made.
fn start(folder: &Path, words: &[&str]) -> Result<Child, Failure> {
    let mut command = git::command(folder);
    command.args(["-c", "gc.auto=0"]);
    // Ctrl-C does not reach a group of its own: then git gives a silent server up by itself.
    command.args(["-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=60"]);
    command
        .args(words)
        .env("GIT_ALLOW_PROTOCOL", "https:http:ssh");
    if std::env::var_os("GIT_SSH_COMMAND").is_none() {
        command.env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
    }
    answer::in_a_group(&mut command);
    git::start(&mut command, "import a folder that you cloned")
}

fn unreachable(repository: &Repository, reason: String) -> Failure {
    Failure::could_not(format!("could not fetch {repository}"))
        .cause(reason)
        .hint("check the address and the branch; git's own settings say how to sign in")
}

fn broke_off(error: &std::io::Error) -> Failure {
    Failure::could_not("could not make a folder to fetch into").because(error)
}
