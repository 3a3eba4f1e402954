//! `guild whoami`

use clap::Args;
use guild_skill::wire::Session;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::commands::token;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::{Remote, credentials};

/// Show whose token a catalog gets from here, and what it may do
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  guild whoami\n  guild whoami --json")]
pub(crate) struct WhoamiArgs {
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &WhoamiArgs, context: &mut Context) -> Result<Outcome, Failure> {
    credentials::check_variable(&context.settings.environment)?;
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let session = remote.whoami(None)?;
    if args.json.json {
        context.printer.json(&session);
        return Ok(Outcome::Clean);
    }
    for line in lines(&session) {
        context.printer.data(line);
    }
    Ok(Outcome::Clean)
}

fn lines(session: &Session) -> Vec<Line> {
    let name = session.account.as_ref().or(session.workflow.as_ref());
    let mut first = Line::new().strong(name.map_or("nobody", String::as_str));
    if session.is_admin {
        first = first.plain(", an admin");
    }
    let mut lines = vec![
        first,
        Line::new()
            .faint("may   ")
            .plain(token::may(&session.scopes)),
    ];
    if let Some(pack) = &session.pack {
        lines.push(Line::new().faint("in    ").plain(format!("{pack} alone")));
    }
    for membership in &session.memberships {
        let role = membership.role.as_str().to_lowercase();
        lines.push(
            Line::new()
                .faint("pack  ")
                .plain(format!("{} ({role})", membership.pack)),
        );
    }
    let until = session.expires_at.as_deref().unwrap_or("it is taken back");
    lines.push(Line::new().faint("until ").plain(until));
    lines
}
