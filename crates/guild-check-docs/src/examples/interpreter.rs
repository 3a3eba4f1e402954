//! Where the interpreters are on this machine, and what of the machine each needs to be seen.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::language::Runner;

/// An interpreter that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interpreter {
    /// Its program.
    pub(super) program: PathBuf,
    /// The folders that it is made of, beyond those of the system.
    pub(super) folders: Vec<PathBuf>,
}

/// The folders of the system: every sandbox sees them.
pub(super) const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix/store"];

/// The interpreters of a machine, each looked for once.
#[derive(Debug)]
pub(super) struct Interpreters {
    search_path: String,
    /// By the program's name; the error says why there is none.
    found: Mutex<BTreeMap<String, Result<Interpreter, String>>>,
}

impl Interpreters {
    /// Looks in the folders of a `PATH`.
    pub(super) fn new(search_path: &str) -> Self {
        Self {
            search_path: search_path.to_owned(),
            found: Mutex::default(),
        }
    }

    /// Finds what a runner needs, or says why it is not there.
    pub(super) fn find(&self, runner: &Runner) -> Result<Interpreter, String> {
        let Some(program) = runner.program() else {
            return Err("nothing has to be there for this language".to_owned());
        };
        let key = match runner {
            Runner::TypeScript => format!("{program} for typescript"),
            _ => program.to_owned(),
        };
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.entry(key);
        found
            .or_insert_with(|| self.look_for(runner, program))
            .clone()
    }

    fn look_for(&self, runner: &Runner, program: &str) -> Result<Interpreter, String> {
        let path = on_path(&self.search_path, program)
            .ok_or_else(|| format!("`{program}` is not installed, or not on the PATH"))?;
        if *runner == Runner::TypeScript {
            strips_types(&path)?;
        }
        if is_of_the_system(&path) {
            return Ok(Interpreter {
                program: path,
                folders: Vec::new(),
            });
        }
        // What stands on the PATH may be a switch that looks for the real one in the home folder, which is not there
        // in the sandbox: the real one is asked where it is.
        let real = match runner {
            Runner::Python => ask(&path, &["-c", PYTHON]),
            Runner::JavaScript | Runner::TypeScript => ask(&path, &["-p", "process.execPath"]),
            Runner::Rust => ask(&path, &["--print", "sysroot"]),
            Runner::Sh | Runner::Bash | Runner::Console | Runner::Http | Runner::Command(_) => {
                Some(Vec::new())
            }
        };
        let real = real.ok_or_else(|| format!("`{}` does not start", path.display()))?;
        Ok(place(runner, path, &real))
    }
}

const PYTHON: &str = "import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix)";

/// Turns what an interpreter said of itself into what the sandbox has to show.
fn place(runner: &Runner, path: PathBuf, said: &[String]) -> Interpreter {
    let said: Vec<PathBuf> = said.iter().map(PathBuf::from).collect();
    let (program, folders) = match (runner, said.as_slice()) {
        (Runner::Python, [program, folders @ ..]) => (program.clone(), folders.to_vec()),
        (Runner::JavaScript | Runner::TypeScript, [program, ..]) => {
            (program.clone(), above(program, 2))
        }
        (Runner::Rust, [sysroot, ..]) => (sysroot.join("bin/rustc"), vec![sysroot.clone()]),
        _ => {
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            let mut folders = above(&real, 1);
            folders.extend(above(&path, 1));
            (path, folders)
        }
    };
    let mut outside: Vec<PathBuf> = Vec::new();
    for folder in folders {
        if !is_of_the_system(&folder) && !outside.contains(&folder) {
            outside.push(folder);
        }
    }
    Interpreter {
        program,
        folders: outside,
    }
}

fn above(path: &Path, levels: usize) -> Vec<PathBuf> {
    let folder = path.ancestors().nth(levels).map(Path::to_owned);
    folder.into_iter().collect()
}

fn is_of_the_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Finds a program in the folders of a `PATH`; a name with a slash is a path already.
pub(super) fn on_path(search_path: &str, program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        let path = PathBuf::from(program);
        return path.is_file().then_some(path);
    }
    let folders = std::env::split_paths(OsStr::new(search_path));
    folders
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Asks a program something; it answers in lines.
fn ask(program: &Path, words: &[&str]) -> Option<Vec<String>> {
    let mut command = Command::new(program);
    let output = command.args(words).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    (output.status.success() && !lines.is_empty()).then_some(lines)
}

/// Node strips types itself from version 22.6 on.
fn strips_types(node: &Path) -> Result<(), String> {
    let said = ask(node, &["--version"]).unwrap_or_default();
    let version = said.first().map_or("", String::as_str);
    let mut numbers = version.trim_start_matches('v').split('.');
    let mut number = || numbers.next().and_then(|text| text.parse::<u32>().ok());
    match (number(), number()) {
        (Some(major), Some(minor)) if (major, minor) >= (22, 6) => Ok(()),
        _ => Err(format!(
            "`node` {version} does not read TypeScript; install Node.js 22.18 or later, or name what runs it: --language typescript=COMMAND"
        )),
    }
}
