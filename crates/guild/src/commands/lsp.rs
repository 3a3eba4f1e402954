//! `guild lsp`

use clap::Args;

use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::lsp;

/// Serve an editor: findings while you write, fixes and explanations (a language server on stdin and stdout)
#[derive(Debug, Args)]
#[command(after_help = "\
An editor starts it for Markdown, TOML, YAML, JSON and TypeScript files. A file in a skill's folder
is held against the rules on skills; an API contract (YAML or JSON with `openapi` at its top,
TypeScript with routes) against the rules on API contracts; a document whose title or sections are
those of an API document or of another contract of the Developer pack against that contract; any
other file is left alone. guild.toml is obeyed.

Example, in Helix (languages.toml):
  [language-server.guild]
  command = \"guild\"
  args = [\"lsp\"]

  [[language]]
  name = \"markdown\"
  language-servers = [\"guild\"]")]
pub(crate) struct LspArgs {
    /// What some editors add; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the command.
pub(crate) fn run(args: &LspArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let LspArgs { stdio: _ } = args;
    Ok(lsp::run(context))
}
