//! What `guild verify` says.

use std::collections::BTreeSet;

use super::{Verified, VerifyArgs};
use crate::Context;
use crate::line::Line;

/// Tells what was found.
pub(super) fn print(
    verified: &[Verified],
    differing: usize,
    args: &VerifyArgs,
    context: &mut Context,
) {
    if args.target.json.json {
        context.printer.json(&serde_json::json!({
            "isClean": differing == 0,
            "skills": verified,
        }));
        return;
    }
    for one in verified.iter().filter(|one| !one.is_clean) {
        let folder = context.settings.environment.shorten(&one.folder);
        let head = match one.is_fixed {
            true => Line::new().good("fixed "),
            false => Line::new().bad("differs "),
        };
        context.printer.data(
            head.strong(one.name.as_str())
                .plain(format!(" {} in {folder}", one.version)),
        );
        for difference in &one.differences {
            context
                .printer
                .data(format!("  {} {}", difference.path, difference.kind.words()));
        }
        for words in [&one.unreadable, &one.log, &one.lock].into_iter().flatten() {
            context.printer.data(format!("  {words}"));
        }
    }
    warn(verified, context);
    let total = verified.len();
    match (total, differing) {
        (0, _) => context.printer.talk("No skills are installed here."),
        (1, 0) => context
            .printer
            .talk("The one installed skill is as it was published."),
        (_, 0) => context.printer.talk(format!(
            "All {total} installed skills are as they were published."
        )),
        _ => {
            let differ = if differing == 1 { "differs" } else { "differ" };
            context
                .printer
                .talk(format!("{differing} of {total} {differ}."));
            let is_fixable = |one: &Verified| !one.is_clean && one.unreadable.is_none();
            if !args.fix && verified.iter().any(is_fixable) {
                context
                    .printer
                    .hint("`guild verify --fix` installs again what was recorded; edits are lost");
            }
        }
    }
    say_logged(verified, context);
}

/// Says of how many skills a log proved that they were published, and who signed them.
fn say_logged(verified: &[Verified], context: &mut Context) {
    let logged = verified
        .iter()
        .filter(|one| one.log_index.is_some())
        .count();
    if logged == 0 || verified.iter().any(|one| !one.is_settled()) {
        return;
    }
    let signers = verified.iter().filter_map(|one| one.signer.as_ref());
    let names: BTreeSet<String> = signers.map(|signed| signed.by.name()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let signed = match names.as_slice() {
        [] => String::new(),
        names => format!("; signed by {}", names.join(", ")),
    };
    let total = verified.len();
    context.printer.talk(format!(
        "{logged} of {total} proved by the log of the catalog{signed}."
    ));
}

/// Warns of what was withdrawn.
fn warn(verified: &[Verified], context: &mut Context) {
    for Verified {
        name,
        version,
        since,
        ..
    } in verified
    {
        for warning in since.warnings(name, version) {
            context.printer.warn(warning);
        }
        if since.deleted.is_some() {
            context
                .printer
                .hint(format!("`guild remove {name}` takes it away"));
        } else if since.withdrawn.is_some() {
            context.printer.hint(format!(
                "`guild update {name}` takes another release, if there is one"
            ));
        }
    }
}
