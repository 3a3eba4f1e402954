//! `guild generate`, for the project itself: the files of docs/ that are made from the program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory as _};
use guild_check::explain;

use crate::Context;
use crate::cli::Cli;
use crate::commands::rules;
use crate::failure::{Failure, Outcome};

/// Write the generated files of the documentation
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The folder for cli.md, rules.md and openapi.json
    #[arg(value_name = "DIR", default_value = "docs")]
    folder: PathBuf,
    /// The folder for manual pages; none are written without it
    #[arg(long, value_name = "DIR")]
    man: Option<PathBuf>,
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
    let mut files = documents(&args.folder);
    if let Some(man) = &args.man {
        files.extend(manual_pages(man)?);
    }
    let is_stale = |file: &&Generated| fs::read(&file.path).ok().as_ref() != Some(&file.text);
    let stale: Vec<&Generated> = files.iter().filter(is_stale).collect();
    for file in &stale {
        let path = file.path.display();
        if args.check {
            context.printer.data(format!("{path} is not current"));
        } else {
            write(file)?;
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

fn write(file: &Generated) -> Result<(), Failure> {
    let folder = file.path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file.path, &file.text));
    written.map_err(|error| {
        Failure::could_not(format!("could not write {}", file.path.display())).because(&error)
    })
}

/// Writes the help of every command into one Markdown page.
fn reference() -> String {
    let mut text = String::from(
        "# The command line\n\nGenerated from the help texts; `guild COMMAND --help` prints them.\n",
    );
    for command in commands() {
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

fn manual_pages(folder: &Path) -> Result<Vec<Generated>, Failure> {
    let page = |command: Command| {
        let name = command.get_name().replace(' ', "-");
        let mut text = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut text)
            .map_err(|error| {
                Failure::could_not(format!("could not write the manual page of {name}"))
                    .because(&error)
            })?;
        let path = folder.join(format!("{name}.1"));
        Ok(Generated { path, text })
    };
    commands().into_iter().map(page).collect()
}

/// Gives the program and all its commands that are shown, each with its whole name.
fn commands() -> Vec<Command> {
    let mut root = Cli::command();
    root.build();
    let mut commands = Vec::new();
    collect(&root, "", &mut commands);
    commands
}

fn collect(command: &Command, parent: &str, into: &mut Vec<Command>) {
    let name = format!("{parent} {}", command.get_name()).trim().to_owned();
    into.push(command.clone().name(name.clone()).bin_name(name.clone()));
    for child in command
        .get_subcommands()
        .filter(|child| !child.is_hide_set())
    {
        collect(child, &name, into);
    }
}
