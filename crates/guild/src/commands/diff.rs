//! `guild diff`

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::{
    Comparison, ContentChange, DiffLineKind, FileChange, FileChangeKind, Hunk,
};

use crate::Context;
use crate::cli::TargetArgs;
use crate::failure::{Failure, Outcome};
use crate::install::fetch::unknown_skill;
use crate::install::installed;
use crate::line::Line;
use crate::printer::Printer;
use crate::remote::Remote;

/// Show what changed between two releases of a skill
#[derive(Debug, Args)]
#[command(after_help = "\
Without versions, the installed one is compared with the newest.

Examples:
  guild diff adr-writer
  guild diff adr-writer 1.0.0
  guild diff adr-writer 1.0.0 1.1.0 --json")]
pub(crate) struct DiffArgs {
    /// The skill
    #[arg(value_name = "NAME")]
    name: SkillName,
    /// The version to compare with; the installed one when none is given
    #[arg(value_name = "FROM")]
    from: Option<String>,
    /// The version whose changes are shown; the newest when none is given
    #[arg(value_name = "TO")]
    to: Option<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// Runs the command.
pub(crate) fn run(args: &DiffArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let name = &args.name;
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let from = match &args.from {
        Some(from) => from.clone(),
        None => installed_version(args, context)?,
    };
    let to = match &args.to {
        Some(to) => to.clone(),
        None => {
            let skill = remote.skill(name)?;
            let skill = skill.ok_or_else(|| unknown_skill(&remote, name))?;
            skill.latest_release.version
        }
    };
    let compared = remote.changes(name, &to, &from)?;
    let compared = compared.ok_or_else(|| {
        Failure::refused(format!("{name} has no release {from} or no release {to}"))
            .hint(format!("`guild show {name}` names the newest"))
    })?;
    if args.target.json.json {
        context.printer.json(&compared);
    } else {
        print(&compared, &mut context.printer);
    }
    Ok(Outcome::Clean)
}

fn installed_version(args: &DiffArgs, context: &mut Context) -> Result<String, Failure> {
    let name = &args.name;
    let there = installed::versions(&args.target.place, context)?;
    let mut versions = there.get(name).into_iter().flatten();
    versions.next().cloned().ok_or_else(|| {
        Failure::could_not(format!(
            "`{name}` is not installed, so there is no version to compare with"
        ))
        .hint(format!("name two: `guild diff {name} FROM TO`"))
    })
}

fn print(compared: &Comparison, printer: &mut Printer) {
    let Comparison {
        skill, from, to, ..
    } = compared;
    printer.data(Line::new().strong(skill).plain(format!(" {from} → {to}")));
    for change in &compared.recent_changes {
        printer.data(
            Line::new()
                .faint(format!("  {}  ", change.date))
                .plain(&change.text),
        );
    }
    for finding in &compared.new_findings {
        let place = format!("{}:{}", finding.path, finding.line);
        let line = Line::new().alert("  new finding ");
        printer.data(
            line.plain(format!("{place} {} ", finding.message))
                .faint(&finding.rule),
        );
    }
    for file in &compared.files {
        print_file(file, printer);
    }
    if compared.files.is_empty() {
        printer.talk("The files are the same.");
    }
}

fn print_file(file: &FileChange, printer: &mut Printer) {
    let what = match file.kind {
        FileChangeKind::Added => "new",
        FileChangeKind::Removed => "removed",
        FileChangeKind::Changed => "changed",
        FileChangeKind::Moved => "moved",
    };
    let mut facts = vec![what.to_owned()];
    facts.extend(file.moved_from.as_ref().map(|from| format!("from {from}")));
    let runs = |state: Option<guild_skill::wire::FileState>| {
        state.is_some_and(|state| state.is_executable)
    };
    if runs(file.after) && !runs(file.before) {
        facts.push("may be run now".to_owned());
    } else if file.after.is_some() && runs(file.before) && !runs(file.after) {
        facts.push("may be run no more".to_owned());
    }
    facts.extend(match file.content {
        ContentChange::Binary => Some("no text".to_owned()),
        ContentChange::TooLarge => Some("too much text to show".to_owned()),
        ContentChange::Same | ContentChange::Text => None,
    });
    printer.data("");
    printer.data(
        Line::new()
            .strong(&file.path)
            .faint(format!("  {}", facts.join(", "))),
    );
    for hunk in &file.hunks {
        print_hunk(hunk, printer);
    }
}

fn print_hunk(hunk: &Hunk, printer: &mut Printer) {
    let place = format!("@@ -{} +{} @@", hunk.start_before, hunk.start_after);
    printer.data(Line::new().faint(place));
    for line in &hunk.lines {
        // A carriage return and what else nobody sees is shown by the line itself.
        let text = line.text.replace('\r', "\\r");
        let shown = match line.kind {
            DiffLineKind::Kept => Line::new().plain(format!(" {text}")),
            DiffLineKind::Removed => Line::new().bad(format!("-{text}")),
            DiffLineKind::Added => Line::new().good(format!("+{text}")),
        };
        printer.data(shown);
        if !line.has_line_feed {
            printer.data(Line::new().faint("\\ no line feed at the end"));
        }
    }
}
