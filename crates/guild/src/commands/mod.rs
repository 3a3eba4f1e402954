//! The commands, one file each: its arguments, and what it does.

pub(crate) mod assistants;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod install;
pub(crate) mod key;
pub(crate) mod list;
pub(crate) mod login;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod matching;
pub(crate) mod mcp;
pub(crate) mod mock;
pub(crate) mod new;
pub(crate) mod open;
pub(crate) mod pack;
pub(crate) mod publish;
pub(crate) mod rate;
pub(crate) mod remove;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod store;
pub(crate) mod token;
pub(crate) mod update;
pub(crate) mod upkeep;
pub(crate) mod verify;
pub(crate) mod whoami;
pub(crate) mod yank;

use crate::Context;
use crate::cli::Command;
use crate::failure::{Failure, Outcome};

/// Runs a command.
pub(crate) fn run(command: Command, context: &mut Context) -> Result<Outcome, Failure> {
    match command {
        Command::Serve(args) => serve::run(&args, context),
        Command::Search(args) => search::run(&args, context),
        Command::Match(args) => matching::run(&args, context),
        Command::Show(args) => show::run(&args, context),
        Command::Diff(args) => diff::run(&args, context),
        Command::Install(args) => install::run(&args, context),
        Command::List(args) => list::run(&args, context),
        Command::Update(args) => update::run(&args, context),
        Command::Migrate(args) => upkeep::migrate::run(&args, context),
        Command::Backup(args) => upkeep::backup::run(&args, context),
        Command::Restore(args) => upkeep::restore::run(&args, context),
        Command::Export(args) => upkeep::export::run(&args, context),
        Command::Fsck(args) => upkeep::fsck::run(&args, context),
        Command::Verify(args) => verify::run(&args, context),
        Command::Doctor(args) => doctor::run(&args, context),
        Command::Remove(args) => remove::run(&args, context),
        Command::Assistants(args) => assistants::run(&args, context),
        Command::Login(args) => login::run(&args, context),
        Command::Logout(args) => login::log_out(&args, context),
        Command::Whoami(args) => whoami::run(&args, context),
        Command::Token(args) => token::run(&args, context),
        Command::Key(args) => key::run(&args, context),
        Command::Open(args) => open::run(&args, context),
        Command::New(args) => new::run(&args, context),
        Command::Check(args) => check::run(&args, context),
        Command::Pack(args) => pack::run(&args, context),
        Command::Publish(args) => publish::run(&args, context),
        Command::Yank(args) => yank::run(&args, context),
        Command::Rate(args) => rate::run(&args, context),
        Command::Import(args) => import::run(&args, context),
        Command::Explain(args) => explain::run(&args, context),
        Command::Lsp(args) => lsp::run(&args, context),
        Command::Mcp(args) => mcp::run(&args, context),
        Command::Rules(args) => rules::run(&args, context),
        Command::Completions(args) => completions::run(&args, context),
        Command::Man(args) => man::run(&args, context),
        Command::Mock(args) => mock::run(&args, context),
        Command::Generate(args) => generate::run(&args, context),
    }
}
