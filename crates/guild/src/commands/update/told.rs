//! What `guild update` says.

use std::collections::BTreeSet;

use super::{UpdateArgs, UpdateOutcome, Updated};
use crate::Context;
use crate::line::Line;

/// Tells what became of a skill.
pub(super) fn print(one: &Updated, context: &mut Context) {
    let folder = context.settings.environment.shorten(&one.folder);
    let Updated { name, from, .. } = one;
    let to = one.to.as_deref().unwrap_or_default();
    let line = Line::new();
    let why = match &one.since.withdrawn {
        Some(_) => format!(", as {from} was withdrawn"),
        None => String::new(),
    };
    match one.outcome {
        UpdateOutcome::Updated => {
            context.printer.data(line.good("Updated ").strong(name.as_str()).plain(format!(" {from} → {to} in {folder}{why}")));
        }
        UpdateOutcome::WouldUpdate => {
            context.printer.data(line.plain("Would update ").strong(name.as_str()).plain(format!(" {from} → {to} in {folder}{why}")));
        }
        // Why it was left was told when that came.
        UpdateOutcome::Newest | UpdateOutcome::Refused | UpdateOutcome::Failed => {}
        UpdateOutcome::SkippedEdited => context.printer.warn(format!(
            "{name} {from} → {to} skipped: it was edited by hand in {folder} (`guild install {name} --force` throws the edits away)"
        )),
        UpdateOutcome::SkippedLocal => context.printer.talk(format!(
            "{name} in {folder} came from a folder, not from a catalog; left as it is"
        )),
        UpdateOutcome::SkippedChanged => context.printer.warn(format!(
            "{name} {from} skipped: the catalog now gives other files under the same version (`guild install {name} --force` takes them)"
        )),
        UpdateOutcome::AllWithdrawn => {
            context.printer.warn(format!("every release of {name} was withdrawn; {from} is left as it is in {folder}"));
            context.printer.hint(format!("`guild remove {name}` takes it away"));
        }
        UpdateOutcome::Deleted => {
            context.printer.talk(format!("{name} {from} is left as it is in {folder}."));
            context.printer.hint(format!("`guild remove {name}` takes it away"));
        }
        UpdateOutcome::NotListed => {
            context.printer.warn(format!("{name} is no longer in its catalog; left as it is in {folder}"));
        }
    }
    if let Some(signed) = &one.signed {
        let words = format!("  {}", signed.words());
        context.printer.data(Line::new().faint(words));
    }
    for change in &one.recent_changes {
        let line = Line::new().faint(format!("  {}  ", change.date));
        context.printer.data(line.plain(&change.text));
    }
}

/// Tells what came of it all, and what to do next.
pub(super) fn conclude(updated: &[Updated], args: &UpdateArgs, context: &mut Context) {
    if args.target.json.json {
        context
            .printer
            .json(&serde_json::json!({ "skills": updated }));
        return;
    }
    let count = |outcome| updated.iter().filter(|one| one.outcome == outcome).count();
    if updated.is_empty() {
        context.printer.talk("No skills are installed here.");
    } else if count(UpdateOutcome::Updated) > 0 {
        context
            .printer
            .talk("Restart your assistant's session; the new versions are then used.");
    } else if count(UpdateOutcome::WouldUpdate) > 0 {
        context.printer.hint("`guild update` does it");
    } else if count(UpdateOutcome::Newest) == updated.len() {
        context.printer.talk("All installed skills are the newest.");
    }
    let left = [
        (UpdateOutcome::Refused, "Refused"),
        (UpdateOutcome::Failed, "Not to be had"),
    ];
    for (outcome, words) in left {
        let of = updated.iter().filter(|one| one.outcome == outcome);
        let names: BTreeSet<&str> = of.map(|one| one.name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        if !names.is_empty() && updated.len() > 1 {
            let names = names.join(", ");
            let talk = format!("{words}, and left as they were: {names}.");
            context.printer.talk(talk);
        }
    }
}
