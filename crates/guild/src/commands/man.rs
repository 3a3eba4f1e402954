//! `guild man`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory as _};

use crate::Context;
use crate::cli::Cli;
use crate::failure::{Failure, Outcome};

/// Write the manual pages
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  guild man ~/.local/share/man/man1
  man guild-install")]
pub(crate) struct ManArgs {
    /// The folder to write them into; it is made where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &ManArgs, context: &mut Context) -> Result<Outcome, Failure> {
    for command in commands() {
        let path = args
            .folder
            .join(format!("{}.1", command.get_name().replace(' ', "-")));
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command).render(&mut page);
        rendered.map_err(|error| could_not_write(&path).because(&error))?;
        write(&path, &page)?;
        context.printer.data(format!("Wrote {}", path.display()));
    }
    Ok(Outcome::Clean)
}

/// Writes a file, and the folder it is to be in.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| could_not_write(path).because(&error))
}

fn could_not_write(path: &Path) -> Failure {
    Failure::could_not(format!("could not write {}", path.display()))
}

/// Gives the program and all its commands that are shown, each with its whole name.
pub(crate) fn commands() -> Vec<Command> {
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
