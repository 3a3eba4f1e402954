//! `guild open`

use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::Args;
use guild_skill::SkillName;

use crate::Context;
use crate::cli::CatalogArgs;
use crate::environment::Environment;
use crate::failure::{Failure, Outcome};
use crate::install::fetch::unknown_skill;
use crate::remote::Remote;

/// Open a skill's page in the browser; print its address where there is none
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  guild open adr-writer")]
pub(crate) struct OpenArgs {
    /// The skill
    #[arg(value_name = "NAME")]
    name: SkillName,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
}

/// Runs the command.
pub(crate) fn run(args: &OpenArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    if remote.skill(&args.name)?.is_none() {
        return Err(unknown_skill(&remote, &args.name));
    }
    let url = remote.catalog().join(&format!("/skills/{}", args.name));
    let opener = opener(&context.settings.environment);
    let is_opened = opener.is_some_and(|program| {
        let mut command = Command::new(program);
        command.arg(&url).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    });
    context.printer.data(url);
    if !is_opened {
        context
            .printer
            .talk("There is no browser to open here; open the address above yourself.");
    }
    Ok(Outcome::Clean)
}

/// Finds the program that opens an address: what `BROWSER` names, else the system's own.
fn opener(environment: &Environment) -> Option<PathBuf> {
    if let Some(browser) = environment.variable("BROWSER") {
        return Some(PathBuf::from(browser));
    }
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| environment.variable(name).is_some());
    let program = match (cfg!(target_os = "macos"), cfg!(windows)) {
        (true, _) => "open",
        (_, true) => "explorer",
        (false, false) if has_screen => "xdg-open",
        (false, false) => return None,
    };
    Some(PathBuf::from(program))
}
