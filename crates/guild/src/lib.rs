//! The one binary: what a person types.
//!
//! Owns the command line, the installer and the client of a catalog. It knows the server only as something to start,
//! and a catalog only through `guild_skill::wire`. Start reading at [`run`], then in `commands`, one file a command.

mod cli;
mod clock;
mod commands;
mod environment;
mod failure;
mod git;
mod install;
mod line;
mod lsp;
mod mcp;
mod plain_file;
mod printer;
mod remote;
mod settings;
mod signed_by;
mod signing;
mod traces;

use std::process::ExitCode;

#[doc(hidden)]
pub use mcp::http as tools_over_http;

use cli::Cli;
use environment::Environment;

use printer::{Color, Printer, Voice};
use settings::Settings;

/// What every command is given.
struct Context {
    settings: Settings,
    printer: Printer,
}

/// Runs the program: reads the command line, resolves the settings, runs the command, judges the end.
pub fn run() -> ExitCode {
    #[cfg(target_os = "linux")]
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == commands::check::examples::INSIDE)
    {
        return ExitCode::from(guild_check_docs::examples::inside());
    }
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return Printer::new(Color::Auto, Voice::Normal).usage(&error),
    };
    let printer = Printer::new(cli.color(), cli.voice()).telling(cli.command.telling());
    let settings = Environment::read()
        .and_then(|environment| Settings::resolve(environment, cli.command.catalog()));
    match settings {
        Ok(settings) => {
            let mut context = Context { settings, printer };
            let outcome = commands::run(cli.command, &mut context);
            context.printer.finish(&outcome)
        }
        Err(failure) => printer.finish(&Err(failure)),
    }
}
