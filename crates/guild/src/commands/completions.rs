//! `guild completions`

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::Context;
use crate::cli::Cli;
use crate::failure::{Failure, Outcome};

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  guild completions bash > ~/.local/share/bash-completion/completions/guild
  guild completions zsh > ~/.zfunc/_guild
  guild completions fish > ~/.config/fish/completions/guild.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &CompletionsArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "guild", &mut script);
    context.printer.raw(&String::from_utf8_lossy(&script));
    Ok(Outcome::Clean)
}
