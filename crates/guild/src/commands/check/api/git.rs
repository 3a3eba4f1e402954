//! Reading files of a revision from git: by its plumbing, which runs no filter, no hook and no pager of the repository.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Child;

use guild_check_api::Loading;

use crate::failure::Failure;
use crate::git;

/// The endings of files that may be part of a contract.
const ENDINGS: [&str; 5] = [".yaml", ".yml", ".json", ".ts", ".mts"];

/// How many bytes all files of a contract may have together.
const ALL_BYTES: usize = 256 << 20;

/// A file in a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Revision {
    /// What git knows the revision by, such as `HEAD~1` or a tag.
    pub(super) revision: String,
    /// The path, from the top of the repository; from here if it starts with a dot.
    pub(super) path: String,
}

/// The repository around a folder.
pub(super) struct Git<'a> {
    folder: &'a Path,
}

impl<'a> Git<'a> {
    pub(super) fn at(folder: &'a Path) -> Self {
        Self { folder }
    }

    /// Gives a path from the top of the repository.
    pub(super) fn whole_path(&self, path: &str) -> Result<String, Failure> {
        if !path.starts_with("./") && !path.starts_with("../") {
            return Ok(path.to_owned());
        }
        let prefix = self.ask(&["rev-parse", "--show-prefix"], "", 1 << 16)?;
        let prefix = String::from_utf8_lossy(&prefix).trim_end().to_owned();
        let mut parts: Vec<&str> = prefix.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "." | "" => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        Ok(parts.join("/"))
    }

    /// Reads a file of a revision.
    pub(super) fn text(&self, revision: &str, path: &str, most: usize) -> Result<String, Failure> {
        let name = format!("{revision}:{path}");
        if name.starts_with('-') || name.contains('\n') {
            return Err(Failure::could_not(format!(
                "`{name}` is no revision and path"
            )));
        }
        let bytes = self.ask(&["cat-file", "blob", &name], &name, most)?;
        String::from_utf8(bytes)
            .map_err(|_| Failure::could_not(format!("{name} is not UTF-8 text")))
    }

    /// Reads the files of a folder of a revision that may be part of a contract.
    pub(super) fn texts(
        &self,
        revision: &str,
        folder: &str,
        limits: &Loading<'_>,
    ) -> Result<Vec<(String, String)>, Failure> {
        let folder = if folder.is_empty() { "." } else { folder };
        let list = [
            "ls-tree",
            "-r",
            "-z",
            "--name-only",
            "--full-tree",
            revision,
            "--",
            folder,
        ];
        let list = if folder == "." { &list[..6] } else { &list[..] };
        let names = self.ask(list, revision, limits.limits.bytes)?;
        let names = String::from_utf8_lossy(&names).into_owned();
        let is_part = |name: &&str| {
            !name.contains('\n') && ENDINGS.iter().any(|ending| name.ends_with(ending))
        };
        let names: Vec<&str> = names
            .split('\0')
            .filter(is_part)
            .take(limits.files)
            .collect();
        let asked: String = names
            .iter()
            .map(|name| format!("{revision}:{name}\n"))
            .collect();
        let batch = self.ask_with(&["cat-file", "--batch"], revision, ALL_BYTES, asked)?;
        Ok(texts_of(&batch, &names))
    }

    fn ask(&self, arguments: &[&str], about: &str, most: usize) -> Result<Vec<u8>, Failure> {
        self.ask_with(arguments, about, most, String::new())
    }

    /// Runs git with a text as its input, and reads what it answers.
    fn ask_with(
        &self,
        arguments: &[&str],
        about: &str,
        most: usize,
        input: String,
    ) -> Result<Vec<u8>, Failure> {
        let mut child = self.start(arguments)?;
        let stdin = child.stdin.take();
        // It answers while it is asked: were it asked to the end first, both would wait.
        let writer = std::thread::spawn(move || {
            // What it does not take it does not answer, and that is told below.
            let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
        });
        let mut answer = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
            stdout
                .take(limit)
                .read_to_end(&mut answer)
                .map_err(|error| Failure::could_not("git broke off").because(&error))?;
        }
        let output = child
            .wait_with_output()
            .map_err(|error| Failure::could_not("git broke off").because(&error))?;
        // The writer ends with the process that it writes to.
        let _ = writer.join();
        if answer.len() > most {
            return Err(Failure::could_not(format!(
                "{about} is larger than the {most} bytes that are read"
            )));
        }
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().next().unwrap_or("it did not say why");
            return Err(Failure::could_not(format!("git could not read {about}"))
                .cause(said.trim_start_matches("fatal: "))
                .hint("name a revision and a path from the top of the repository, such as `HEAD~1:docs/openapi.yaml`; `./` before the path starts from here"));
        }
        Ok(answer)
    }

    fn start(&self, arguments: &[&str]) -> Result<Child, Failure> {
        let mut command = git::command(self.folder);
        let instead = "save the old contract as a file and name that";
        git::start(command.args(arguments), instead)
    }
}

/// Reads the answer of `git cat-file --batch`: a line with the size, the bytes and a line end, for each name.
fn texts_of(batch: &[u8], names: &[&str]) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut rest = batch;
    for name in names {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            break;
        };
        let (line, after) = rest.split_at(end);
        let line = String::from_utf8_lossy(line);
        rest = &after[1..];
        let size = line.rsplit(' ').next().and_then(|size| size.parse().ok());
        let Some((bytes, after)) = size.and_then(|size| rest.split_at_checked(size)) else {
            // `… missing` has no bytes.
            continue;
        };
        rest = after.get(1..).unwrap_or(&[]);
        if let Ok(text) = String::from_utf8(bytes.to_vec()) {
            texts.push(((*name).to_owned(), text));
        }
    }
    texts
}
