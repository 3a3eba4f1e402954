//! `guild fsck`

use clap::Args;
use guild_catalog::upkeep::{self, CheckReport, Repair};
use serde_json::json;

use super::block_on;
use crate::Context;
use crate::cli::JsonArgs;
use crate::commands::store::StoreArgs;
use crate::failure::{Failure, Outcome};
use crate::line::Line;

/// Find what is wrong with a catalog: every record, every archive, every event
#[derive(Debug, Args)]
#[command(after_help = "\
Every archive is read and compared with its digest, its files with the record, and the tree of the
log with its signed head; the log's key must be the one that signs it. The server may go on working,
unless --repair is given for a folder.

Exit codes:
  0 sound, or everything was mended; 1 something is wrong; 2 the catalog could not be read

Examples:
  guild fsck
  guild fsck --repair --data ./catalog
  guild fsck --json --database postgres://guild@db.example.org/guild --archives s3://skills")]
pub(crate) struct FsckArgs {
    /// Mend what can be: a lost archive from its other layout, archives that nobody names, the search index
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &FsckArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let options = args.store.options(context)?;
    let repair = match args.repair {
        true => Repair::Yes,
        false => Repair::No,
    };
    let report = block_on(upkeep::check(&options, repair), "check the catalog")?;
    match args.json.json {
        true => context.printer.json(&in_json(&report)),
        false => tell(&report, context),
    }
    Ok(match report.is_clean() {
        true => Outcome::Clean,
        false => Outcome::Findings,
    })
}

fn in_json(report: &CheckReport) -> serde_json::Value {
    let flaws = report.flaws.iter().map(|flaw| {
        json!({
            "kind": flaw.kind.as_str(),
            "subject": flaw.subject,
            "message": flaw.message,
            "isMended": flaw.is_mended,
        })
    });
    json!({
        "isClean": report.is_clean(),
        "releases": report.releases,
        "archives": report.archives,
        "youngOrphans": report.young_orphans,
        "isKeyUnseen": report.is_key_unseen,
        "flaws": flaws.collect::<Vec<_>>(),
    })
}

fn tell(report: &CheckReport, context: &mut Context) {
    for flaw in &report.flaws {
        let kind = flaw.kind.as_str();
        let line = match flaw.is_mended {
            true => Line::new().good("mended  "),
            false => Line::new().bad("wrong   "),
        };
        let line = line.plain(format!("{kind}  {}: {}", flaw.subject, flaw.message));
        context.printer.data(line);
    }
    let left = report.flaws.iter().filter(|flaw| !flaw.is_mended).count();
    let verdict = match (report.flaws.len(), left) {
        (0, _) => "the catalog is sound".to_owned(),
        (all, 0) => format!("{}, all mended", flaws(all)),
        (all, left) if left == all => format!("{}, not mended", flaws(all)),
        (all, left) => format!("{}, {left} of them left", flaws(all)),
    };
    let line = format!(
        "{} releases and {} archives: {verdict}",
        report.releases, report.archives
    );
    context.printer.data(Line::new().strong(line));
    if report.is_key_unseen {
        let unseen = "The private key of the catalog's log was not looked at: name it with `--log-key FILE`.";
        context.printer.talk(unseen);
    }
    if left > 0 {
        let hint = "`guild fsck --repair` mends what can be mended; for the rest there is `guild restore`.";
        context.printer.talk(hint);
    }
}

fn flaws(number: usize) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} flaw{plural}")
}
