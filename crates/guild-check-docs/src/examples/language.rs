//! The languages of examples, and what runs each.

use std::path::Path;

use super::blocks;

/// What runs the blocks of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// The word of the fence.
    pub name: String,
    /// How it is run.
    pub(super) runner: Runner,
}

/// Why a text names no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    /// There is no `=`, or one of its sides is empty.
    #[error("`{0}` is no language: write it as NAME=COMMAND, such as ruby=ruby")]
    NotAPair(String),
    /// A quotation mark is not closed.
    #[error("the command `{0}` has a quotation mark that is not closed")]
    Unclosed(String),
}

/// How the blocks of a language are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    /// `sh`.
    Sh,
    /// `bash`.
    Bash,
    /// The commands of a session, by bash.
    Console,
    /// `python3`.
    Python,
    /// `node`, as an ES module unless the code asks for the other kind.
    JavaScript,
    /// `node` with its own stripping of types.
    TypeScript,
    /// `rustc`, and then what it made.
    Rust,
    /// A raw request, sent by the checker itself.
    Http,
    /// What the caller names: a program and its words; `{file}` stands for the file.
    Command(Vec<String>),
}

impl Language {
    /// Reads `NAME=COMMAND`.
    pub fn parse(text: &str) -> Result<Self, LanguageError> {
        let not_a_pair = || LanguageError::NotAPair(text.to_owned());
        let (name, command) = text.split_once('=').ok_or_else(not_a_pair)?;
        let words = split(command).ok_or_else(|| LanguageError::Unclosed(command.to_owned()))?;
        if name.trim().is_empty() || words.is_empty() {
            return Err(not_a_pair());
        }
        Ok(Self {
            name: name.trim().to_lowercase(),
            runner: Runner::Command(words),
        })
    }
}

/// Finds what runs a language: what the caller added goes before what is known.
pub(super) fn runner(name: &str, added: &[Language]) -> Option<Runner> {
    let added = added.iter().rev().find(|language| language.name == name);
    if let Some(language) = added {
        return Some(language.runner.clone());
    }
    Some(match name {
        "sh" | "shell" | "posix" | "curl" => Runner::Sh,
        "bash" => Runner::Bash,
        "console" | "shell-session" | "shellsession" | "sh-session" | "terminal" => Runner::Console,
        "python" | "py" | "python3" => Runner::Python,
        "javascript" | "js" | "mjs" | "node" => Runner::JavaScript,
        "typescript" | "ts" | "mts" => Runner::TypeScript,
        "rust" | "rs" => Runner::Rust,
        "http" | "rest" => Runner::Http,
        _ => return None,
    })
}

impl Runner {
    /// Gives the program that has to be there; nothing if the checker does it itself.
    pub(super) fn program(&self) -> Option<&str> {
        match self {
            Self::Sh => Some("sh"),
            Self::Bash | Self::Console => Some("bash"),
            Self::Python => Some("python3"),
            Self::JavaScript | Self::TypeScript => Some("node"),
            Self::Rust => Some("rustc"),
            Self::Http => None,
            Self::Command(words) => words.first().map(String::as_str),
        }
    }

    /// Gives the name of the file that holds the code, by the example's number.
    pub(super) fn file_name(&self, number: usize, code: &str) -> String {
        let ending = match self {
            Self::Sh | Self::Bash | Self::Console => "sh",
            Self::Python => "py",
            Self::JavaScript if is_common_js(code) => "cjs",
            Self::JavaScript => "mjs",
            Self::TypeScript => "mts",
            Self::Rust => "rs",
            Self::Http => "http",
            Self::Command(_) => "txt",
        };
        format!("example_{number}.{ending}")
    }

    /// Gives the code as its interpreter reads it.
    pub(super) fn code(&self, code: &str) -> String {
        match self {
            Self::Console => blocks::commands(code),
            Self::Sh
            | Self::Bash
            | Self::Python
            | Self::JavaScript
            | Self::TypeScript
            | Self::Rust
            | Self::Http
            | Self::Command(_) => code.to_owned(),
        }
    }

    /// Gives the commands that run a file, one after the other; `program` is where the interpreter is, `scratch` a
    /// folder for what is made on the way.
    pub(super) fn steps(&self, program: &str, file: &str, scratch: &Path) -> Vec<Vec<String>> {
        let made = scratch.join("example").display().to_string();
        let words = |list: &[&str]| -> Vec<String> {
            let list = list.iter().map(|&word| word.to_owned());
            list.collect()
        };
        match self {
            // A command that fails fails the example, and so does a variable that nobody set.
            Self::Sh => vec![words(&[program, "-eu", file])],
            Self::Bash | Self::Console => vec![words(&[program, "-eu", "-o", "pipefail", file])],
            Self::Python => vec![words(&[program, file])],
            Self::JavaScript => vec![words(&[program, file])],
            Self::TypeScript => vec![words(&[
                program,
                "--experimental-strip-types",
                "--no-warnings",
                file,
            ])],
            Self::Rust => vec![
                words(&[
                    program,
                    "--edition=2024",
                    "--crate-name=example",
                    "--cap-lints=allow",
                    "-o",
                    &made,
                    file,
                ]),
                words(&[&made]),
            ],
            Self::Http => Vec::new(),
            Self::Command(command) => {
                let mut command = command.clone();
                command[0] = program.to_owned();
                if !command.iter().any(|word| word.contains("{file}")) {
                    command.push("{file}".to_owned());
                }
                let filled = command.iter().map(|word| word.replace("{file}", file));
                vec![filled.collect()]
            }
        }
    }
}

/// Tells whether code is of the kind that node reads only from a `.cjs` file.
fn is_common_js(code: &str) -> bool {
    let mut lines = code.lines().map(str::trim_start);
    let is_module = lines.any(|line| line.starts_with("import ") || line.starts_with("export "));
    !is_module && code.contains("require(")
}

/// Splits a command into its words: blanks separate, quotation marks hold together.
fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(mark), _) if mark == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_a_name_and_a_command() {
        let ruby = Language::parse("Ruby=ruby -W0 '{file}'").unwrap();
        assert_eq!(ruby.name, "ruby");
        assert_eq!(
            ruby.runner
                .steps("/usr/bin/ruby", "a.txt", Path::new("/tmp")),
            [["/usr/bin/ruby", "-W0", "a.txt"]]
        );
        assert!(Language::parse("ruby").is_err());
        assert!(Language::parse("ruby=").is_err());
        assert!(Language::parse("ruby='ruby").is_err());
    }

    #[test]
    fn what_the_caller_adds_goes_first() {
        let added = [Language::parse("py=pypy").unwrap()];
        assert_eq!(runner("py", &added).unwrap().program(), Some("pypy"));
        assert_eq!(runner("python", &added), Some(Runner::Python));
        assert_eq!(runner("cobol", &added), None);
    }
}
