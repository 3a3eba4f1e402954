//! Keeping the evidence of a run in a folder.

use std::fs;

use guild_check::Report;
use guild_check_browser::evidence::{Circumstances, Evidence};
use guild_check_browser::verdict::Tried;

use super::RunArgs;
use crate::Context;
use crate::clock;
use crate::failure::Failure;

/// Writes the evidence of a plan, if it is to be kept.
pub(super) fn keep(
    args: &RunArgs,
    tried: &Tried,
    report: &Report,
    several: bool,
    context: &mut Context,
) -> Result<(), Failure> {
    let Some(output) = &args.output else {
        return Ok(());
    };
    let source = &tried.plan.source;
    let mut folder = context.settings.environment.working_folder.join(output);
    if several {
        let stem = source
            .path()
            .trim_end_matches(".md")
            .replace(['/', '\\', ':'], "-");
        folder.push(stem.trim_matches(['-', '.']));
    }
    let circumstances = circumstances();
    let evidence = Evidence {
        tried,
        circumstances: &circumstances,
        report,
    };
    evidence.write(&folder).map_err(|error| {
        Failure::could_not("could not keep the evidence")
            .because(&error)
            .hint("name a folder that can be written: --output evidence")
    })?;
    let shown = context
        .settings
        .environment
        .shorten(&folder.join("report.md"));
    context.printer.talk(format!("Wrote {shown}"));
    Ok(())
}

/// Says when and where a run was.
fn circumstances() -> Circumstances {
    let milliseconds = clock::milliseconds();
    let day = guild_skill::age::Date::of_milliseconds(milliseconds).iso();
    let minutes = milliseconds.rem_euclid(86_400_000) / 60_000;
    // Figures of a machine at work are not those of one at rest.
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| Some(format!("load average {}", text.split(' ').next()?)));
    Circumstances {
        when: format!("{day} {:02}:{:02} UTC", minutes / 60, minutes % 60),
        machine: load.unwrap_or_default(),
    }
}
