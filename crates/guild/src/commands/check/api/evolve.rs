//! `guild check api --against`: what changed since an earlier version, and whom it breaks.

use guild_check::render::Format;
use guild_check::{Report, Settings, Source};
use guild_check_api::Contract;
use guild_check_api::checklist::checklist_of_changes;
use guild_check_api::evolution::{self, Evolution, FailOn, changelog, compare, judge};
use guild_check_api::rules;

use super::released::Released;
use super::{ApiArgs, Change, print};
use crate::Context;
use crate::commands::check::baseline::settle;
use crate::commands::check::tell::tell;
use crate::commands::check::{conclude, today};
use crate::failure::{Failure, Outcome};

/// Holds a contract against an earlier version.
pub(super) fn run(
    args: &ApiArgs,
    against: &str,
    settings: &Settings,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let [path] = args.paths.as_slice() else {
        return Err(
            Failure::could_not("several contracts cannot be held against one version")
                .hint("name one contract, and run the command once for each"),
        );
    };
    let released = Released::parse(against);
    let given = args.given.reader(&args.paths, context)?;
    // Each is half of the work, and most machines have two hands.
    let (old, new) = std::thread::scope(|scope| {
        let new = scope.spawn(|| given.read(path));
        let old = released.read(context, given.remote());
        let new = new
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (old, new)
    });
    let (old, new) = (old?, new?);
    tell_of_old(&old, against, context)?;
    let evolution = compare(&old, &new, today());
    let report = report(args, settings, &evolution, &new);
    if args.report.format != Format::Markdown.word() {
        return print(report, &args.report, context);
    }
    let (baseline, config) = (&args.report.baseline, args.report.config.as_deref());
    let report = settle(report, baseline, config, context)?;
    let text = changelog(&evolution, &old, &new);
    let outcome = conclude(report.verdict, &text, context);
    tell(&report, &args.report.tell, None, context);
    Ok(outcome)
}

fn report(args: &ApiArgs, settings: &Settings, evolution: &Evolution, new: &Contract) -> Report {
    let fail_on = match args.fail_on {
        Change::Breaking => FailOn::Breaking,
        Change::Risky => FailOn::Risky,
    };
    let mut findings = rules::judge(new);
    findings.extend(judge(evolution, new, fail_on));
    let sources: Vec<Source> = new.files.iter().map(|tree| tree.source.clone()).collect();
    let ours: Vec<&str> = evolution::pages().map(|page| page.name).collect();
    let elsewhere: Vec<&str> = rules::pages()
        .map(|page| page.name)
        .filter(|name| !ours.contains(name))
        .collect();
    let options = args.report.options(settings, &elsewhere);
    Report::new("api", &sources, findings, &options)
        .with_changes(evolution.changes.clone())
        .with_checklist(checklist_of_changes(&evolution.changes))
}

/// Says what of the earlier version was not understood: nobody can mend it any more, and it is not compared.
fn tell_of_old(old: &Contract, against: &str, context: &mut Context) -> Result<(), Failure> {
    let Some(first) = old.faults.first() else {
        return Ok(());
    };
    let place = old.place(first.spot);
    let (path, line) = (place.source.path(), place.start().line);
    if old.endpoints.is_empty() && old.shapes.is_empty() {
        return Err(Failure::could_not(format!("{against} holds no contract"))
            .cause(format!("{path}:{line}: {}", first.message)));
    }
    let more = match old.faults.len() {
        1 => String::new(),
        all => format!(" (and {} more)", all - 1),
    };
    context.printer.warn(format!(
        "what was not understood in the earlier version is not compared: {path}:{line}: {}{more}",
        first.message
    ));
    Ok(())
}
