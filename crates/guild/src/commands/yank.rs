//! `guild yank`

use clap::Args;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::install::fetch::Request;
use crate::line::Line;
use crate::remote::Remote;

/// Withdraw a release that you published, or put it back
#[derive(Debug, Args)]
#[command(after_help = "\
A withdrawn release is chosen for nobody any more, and whoever has it installed is told why at the
next `guild verify` or `guild update`. It still installs when it is asked for by its version, so
that nothing breaks that names it. It takes a token, as `guild publish` does.

Examples:
  guild yank my-skill@1.2.0 --why \"The script deletes the wrong folder\"
  guild yank my-skill@1.2.0 --undo")]
pub(crate) struct YankArgs {
    /// The skill and the version
    #[arg(value_name = "NAME@VERSION")]
    release: Request,
    /// Why: people are told it
    #[arg(long, value_name = "TEXT", required_unless_present = "undo")]
    why: Option<String>,
    /// Put the release back
    #[arg(long, conflicts_with = "why")]
    undo: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &YankArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let Request { name, version } = &args.release;
    let Some(version) = version else {
        return Err(Failure::could_not(format!(
            "`{name}` names no version, and only a release can be withdrawn"
        ))
        .hint(format!(
            "write it like `{name}@1.2.0`; `guild show {name}` names the newest"
        )));
    };
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let release = remote.set_yanked(name, &version.to_string(), args.why.as_deref())?;
    if args.json.json {
        context.printer.json(&release);
        return Ok(Outcome::Clean);
    }
    let line = match release.is_yanked {
        true => Line::new().good("Withdrew "),
        false => Line::new().good("Put back "),
    };
    let reason = release.yank_reason.as_deref();
    let reason = reason.map(|reason| format!(": {reason}"));
    let line = line.strong(name.as_str()).plain(format!(
        " {}{}",
        release.version,
        reason.unwrap_or_default()
    ));
    context.printer.data(line);
    Ok(Outcome::Clean)
}
