//! `guild generate`, for the project itself: the files of docs/ that are made from the program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _};
use guild_check::explain;

use crate::Context;
use crate::cli::Cli;
use crate::commands::{man, rules};
use crate::failure::{Failure, Outcome};

/// Write the generated files of the documentation
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The folder for cli.md, rules.md and openapi.json
    #[arg(value_name = "DIR", default_value = "docs")]
    folder: PathBuf,
    /// Write nothing; fail when a file is not current
    #[arg(long)]
    check: bool,
}

/// One generated file.
struct Generated {
    path: PathBuf,
    text: Vec<u8>,
}

/// Runs the command.
pub(crate) fn run(args: &GenerateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let files = documents(&args.folder);
    let is_stale = |file: &&Generated| fs::read(&file.path).ok().as_ref() != Some(&file.text);
    let stale: Vec<&Generated> = files.iter().filter(is_stale).collect();
    for file in &stale {
        let path = file.path.display();
        if args.check {
            context.printer.data(format!("{path} is not current"));
        } else {
            man::write(&file.path, &file.text)?;
            context.printer.data(format!("Wrote {path}"));
        }
    }
    if args.check && !stale.is_empty() {
        context
            .printer
            .hint("`cargo xtask generate` makes them current");
        return Ok(Outcome::Findings);
    }
    Ok(Outcome::Clean)
}

fn documents(folder: &Path) -> Vec<Generated> {
    [
        ("cli.md", reference()),
        ("rules.md", explain::rules_md(&rules::pages())),
        ("openapi.json", guild_server::openapi_json()),
    ]
    .map(|(name, text)| Generated {
        path: folder.join(name),
        text: text.into_bytes(),
    })
    .into()
}

/// Writes the help of every command into one Markdown page.
fn reference() -> String {
    let mut text = String::from(
        "# The command line\n\nGenerated from the help texts; `guild COMMAND --help` prints them.\n",
    );
    for command in man::commands() {
        let help = help(command.get_name());
        text.push_str(&format!(
            "\n## {}\n\n```text\n{help}\n```\n",
            command.get_name()
        ));
    }
    text
}

/// Gives what a person sees who types a command and `--help`.
fn help(command: &str) -> String {
    let words = command.split(' ').chain(["--help"]);
    let answer = Cli::command().term_width(100).try_get_matches_from(words);
    let help = answer.err().map_or(String::new(), |help| help.to_string());
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}
