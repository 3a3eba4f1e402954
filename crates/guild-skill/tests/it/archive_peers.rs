//! Other programs that read and write zip files: what they make is read, and what is taken they read the same.
//!
//! A program that is not on the machine is noted and left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use guild_skill::archive::{self, Layout};
use guild_skill::{ArchiveLimits, Digest, FileSet, SkillName};

use crate::archive_builder::good;
use crate::archive_legal::odd_shapes;

const LIMITS: &ArchiveLimits = &ArchiveLimits::STANDARD;

/// Prints name and digest of every file of each archive named.
const PYTHON_LIST: &str = r"
import hashlib, sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as archive:
        print('#', path)
        for info in archive.infolist():
            if not info.is_dir():
                print(hashlib.sha256(archive.read(info)).hexdigest(), info.filename)
";

/// Writes the folder `adr` in the ways that Python knows.
const PYTHON_WRITE: &str = r"
import os, shutil, zipfile
class Pipe:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
paths = [os.path.join(folder, name) for folder, _, names in os.walk('adr') for name in names]
with zipfile.ZipFile('python-plain.zip', 'w') as archive:
    for path in paths: archive.write(path)
with open('python-stream.zip', 'wb') as file, zipfile.ZipFile(Pipe(file), 'w', zipfile.ZIP_DEFLATED) as archive:
    for path in paths: archive.write(path)
for name, wrap in (('python-large.zip', lambda file: file), ('python-large-stream.zip', Pipe)):
    with open(name, 'wb') as file, zipfile.ZipFile(wrap(file), 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            with archive.open(path, 'w', force_zip64=True) as entry: entry.write(open(path, 'rb').read())
shutil.make_archive('python-shutil', 'zip', '.', 'adr')
";

/// Writes the folder `adr` in the ways that Info-ZIP knows.
const INFO_ZIP_WRITE: &str = r"
zip -qr zip-plain.zip adr
zip -qr0 zip-stored.zip adr
zip -qr9 zip-hard.zip adr
zip -qrD zip-files-only.zip adr
zip -qrX zip-no-extra.zip adr
zip -qr -fz zip-large.zip adr
zip -qr -fd zip-records-behind.zip adr
zip -qr - adr | cat > zip-pipe.zip
echo 'A comment.' | zip -qrz zip-comment.zip adr > /dev/null
";

const OTHERS: &[(&str, &str)] = &[
    ("python3", PYTHON_WRITE),
    ("zip", INFO_ZIP_WRITE),
    ("jar", "jar cfM jar.zip adr"),
    ("bsdtar", "bsdtar -a -cf bsdtar.zip adr"),
    ("7z", "7z a -bd 7z.zip adr > 7z.log"),
    (
        "git",
        "git init -q . && git add adr && git -c user.name=a -c user.email=a@b.c commit -qm x && \
         git archive --format=zip -o git.zip HEAD adr",
    ),
];

#[expect(
    clippy::print_stdout,
    reason = "who reads the output learns what was not tried"
)]
fn note(text: &str) {
    println!("note: {text}");
}

/// Runs a program in a folder; gives nothing when it is not on the machine.
fn run(program: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    let mut command = Command::new(program);
    let command = command.args(arguments).current_dir(folder);
    // The home of the person who runs the tests must not matter to git.
    let output = command
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            note(&format!("{program} was not tried: {error}"));
            None
        }
    }
}

fn is_there(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    let is_there = found.is_ok_and(|output| output.status.success());
    if !is_there {
        note(&format!(
            "{program} is not on this machine and was not tried"
        ));
    }
    is_there
}

fn skill_folder() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let adr = home.path().join("adr");
    fs::create_dir_all(adr.join("scripts/deep")).unwrap();
    fs::create_dir_all(adr.join("references")).unwrap();
    fs::write(adr.join("SKILL.md"), "# Title\n".repeat(200)).unwrap();
    fs::write(adr.join("scripts/deep/run.sh"), "#!/bin/sh\n").unwrap();
    fs::write(adr.join("references/größe.md"), "ü".repeat(99)).unwrap();
    fs::write(adr.join("empty"), "").unwrap();
    home
}

#[test]
fn what_other_programs_write_is_read() {
    let home = skill_folder();
    let files = FileSet::read_folder(&home.path().join("adr"), LIMITS).unwrap();
    for (program, script) in OTHERS {
        if !is_there(program) {
            continue;
        }
        let (shell, flag) = if *program == "python3" {
            ("python3", "-c")
        } else {
            ("sh", "-ec")
        };
        let output = run(shell, &[flag, script], home.path()).unwrap();
        assert!(
            output.status.success(),
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let mut tried = 0;
    for entry in fs::read_dir(home.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "zip") {
            let archive = archive::read(&fs::read(&path).unwrap(), LIMITS);
            let archive = archive.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(archive.files, files, "{}", path.display());
            tried += 1;
        }
    }
    note(&format!("{tried} archives of other programs were read"));
}

/// Lists archives by Python: the archive's file name, then name and digest of each file.
fn listed_by_python(
    folder: &Path,
    archives: &[String],
) -> Option<BTreeMap<String, Vec<(String, String)>>> {
    let mut arguments = vec!["-c", PYTHON_LIST];
    arguments.extend(archives.iter().map(String::as_str));
    let output = run("python3", &arguments, folder)?;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lists = BTreeMap::new();
    for section in text.split("# ").skip(1) {
        let (archive, lines) = section.split_once('\n').unwrap();
        let pairs = lines.lines().map(|line| line.split_once(' ').unwrap());
        let mut list: Vec<_> = pairs
            .map(|(digest, name)| (name.to_owned(), digest.to_owned()))
            .collect();
        list.retain(|(name, _)| !name.starts_with("__MACOSX/") && !name.ends_with(".DS_Store"));
        list.sort();
        lists.insert(archive.to_owned(), list);
    }
    Some(lists)
}

fn listed_by_us(bytes: &[u8]) -> Vec<(String, String)> {
    let archive = archive::read(bytes, LIMITS).unwrap();
    let prefix = archive
        .wrapper
        .map_or(String::new(), |wrapper| format!("{wrapper}/"));
    let files = archive.files.iter();
    let mut list: Vec<_> = files
        .map(|file| {
            (
                format!("{prefix}{}", file.path),
                Digest::of(&file.bytes).hex().to_owned(),
            )
        })
        .collect();
    list.sort();
    list
}

/// Whatever is taken, sound or odd or damaged where it does not matter, must be the same tree to Python.
#[test]
fn python_finds_the_same_files_in_all_that_is_taken() {
    let home = tempfile::tempdir().unwrap();
    let mut taken: Vec<Vec<u8>> = odd_shapes().iter().map(|(_, zip)| zip.bytes()).collect();
    taken.push(archive::write(&good().read().unwrap().files, Layout::Root));
    let plain = good().bytes();
    for at in 0..plain.len() {
        let mut changed = plain.clone();
        changed[at] ^= 0x04;
        if archive::read(&changed, LIMITS).is_ok() {
            taken.push(changed);
        }
    }
    let names: Vec<String> = (0..taken.len())
        .map(|number| format!("{number}.zip"))
        .collect();
    for (name, bytes) in names.iter().zip(&taken) {
        fs::write(home.path().join(name), bytes).unwrap();
    }
    let Some(lists) = listed_by_python(home.path(), &names) else {
        return;
    };
    for (name, bytes) in names.iter().zip(&taken) {
        assert_eq!(lists[name], listed_by_us(bytes), "{name}");
    }
}

#[test]
fn unzip_puts_the_files_where_the_page_says() {
    let home = skill_folder();
    let files = FileSet::read_folder(&home.path().join("adr"), LIMITS).unwrap();
    let name = SkillName::parse("adr").unwrap();
    fs::create_dir(home.path().join("skills")).unwrap();
    fs::write(
        home.path().join("adr.zip"),
        archive::write(&files, Layout::Wrapped(&name)),
    )
    .unwrap();
    let Some(output) = run("unzip", &["-q", "adr.zip", "-d", "skills"], home.path()) else {
        return;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let unpacked = FileSet::read_folder(&home.path().join("skills/adr"), LIMITS).unwrap();
    assert_eq!(unpacked.tree_digest(), files.tree_digest());
}

#[test]
fn unzip_tests_every_odd_shape_as_sound() {
    let home = tempfile::tempdir().unwrap();
    for (name, zip) in odd_shapes() {
        fs::write(home.path().join("odd.zip"), zip.bytes()).unwrap();
        let Some(output) = run("unzip", &["-tqq", "odd.zip"], home.path()) else {
            return;
        };
        assert!(
            output.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}
