//! `guild show`

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::{Release, Skill};

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::install::fetch::unknown_skill;
use crate::line::Line;
use crate::printer::Printer;
use crate::remote::Remote;

/// Show a skill's page: what it does, when to use it, and what it is made of
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  guild show api-documentation-writer\n  guild show --skill-md adr-writer | less"
)]
pub(crate) struct ShowArgs {
    /// The skill
    #[arg(value_name = "NAME")]
    name: SkillName,
    /// Print the text of SKILL.md and nothing else
    #[arg(long, conflicts_with = "json")]
    skill_md: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let skill = remote.skill(&args.name)?;
    let skill = skill.ok_or_else(|| unknown_skill(&remote, &args.name))?;
    if args.json.json {
        context.printer.json(&skill);
    } else if args.skill_md {
        context.printer.data(skill.skill_md.trim_end());
    } else {
        print(&skill, &mut context.printer);
        let Release { version, .. } = &skill.latest_release;
        context
            .printer
            .hint(match skill.latest_release.is_yanked {
                false => format!("`guild install {}`", skill.name),
                true => format!(
                    "every release was withdrawn; `guild install {}@{version}` installs this one all the same",
                    skill.name
                ),
            });
    }
    Ok(Outcome::Clean)
}

/// Prints the page record in its order.
fn print(skill: &Skill, printer: &mut Printer) {
    let label = format!("{} · {}", skill.pack_label, skill.kind_label);
    let updated = skill.updated_indicator.as_ref();
    let updated = updated.map_or(String::new(), |updated| format!(" · {updated}"));
    printer.data(Line::new().faint(label + &updated));
    printer.data(
        Line::new()
            .strong(&skill.title)
            .faint(format!(" ({})", skill.name)),
    );
    if let Some(opinion) = opinion(skill) {
        printer.data(Line::new().faint(opinion));
    }
    printer.data("");
    printer.data(&skill.summary);
    let what = skill
        .what_it_does
        .as_deref()
        .unwrap_or("not stated by the author");
    section("What it does", printer);
    printer.data(what);
    bullets(
        "When to use",
        &skill.when_to_use,
        if skill.has_check_glyphs { "✓" } else { "-" },
        printer,
    );
    bullets(
        "When not to use",
        &skill.when_not_to_use,
        if skill.has_cross_glyphs { "✗" } else { "-" },
        printer,
    );
    bullets("Example prompts", &skill.example_prompts, "-", printer);
    if !skill.recent_changes.is_empty() {
        section("Recent changes", printer);
        for change in &skill.recent_changes {
            printer.data(
                Line::new()
                    .faint(format!("{}  ", change.date))
                    .plain(&change.text),
            );
        }
    }
    release(skill, printer);
}

/// Says what people make of it; nothing where nobody has rated, starred or downloaded it.
fn opinion(skill: &Skill) -> Option<String> {
    let counted = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let rating = skill.rating.average.map(|average| {
        let ratings = counted(skill.rating.count, "rating");
        format!("{average:.1} of 5 from {ratings}")
    });
    let downloads = (skill.download_count > 0).then(|| {
        let downloads = counted(skill.download_count, "download");
        let recent = skill.recent_download_count;
        format!("{downloads}, {recent} in the last 30 days")
    });
    let stars = (skill.star_count > 0).then(|| format!("starred by {}", skill.star_count));
    let parts = rating.into_iter().chain(stars).chain(downloads);
    let said: Vec<String> = parts.collect();
    (!said.is_empty()).then(|| said.join(" · "))
}

fn release(skill: &Skill, printer: &mut Printer) {
    let release = &skill.latest_release;
    section("Release", printer);
    let files = match release.file_count {
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    };
    printer.data(format!(
        "{}  {files}, {} bytes",
        release.version, release.size_bytes
    ));
    if release.is_yanked {
        let line = Line::new().alert("withdrawn by its publisher");
        let reason = release.yank_reason.as_deref().map(|why| format!(": {why}"));
        printer.data(line.plain(reason.unwrap_or_default()));
    }
    if let Some(signature) = &release.signature {
        let who = match &signature.account {
            Some(account) => format!("signed by {account}, ed25519 {}", signature.fingerprint),
            None => "signed by the catalog itself".to_owned(),
        };
        let line = Line::new().plain(who);
        printer.data(match &signature.revoked_at {
            Some(at) => line.alert(format!(
                "; the key was revoked on {}",
                at.get(..10).unwrap_or(at)
            )),
            None => line,
        });
    }
    if let Some(job) = &release.identity {
        printer.data(format!(
            "published by the CI job {}; {} vouched for it",
            job.name(),
            job.issuer
        ));
    }
    printer.data(Line::new().faint(format!("archive {}", release.digest)));
    printer.data(Line::new().faint(format!("files   {}", release.tree_digest)));
}

fn section(title: &str, printer: &mut Printer) {
    printer.data("");
    printer.data(Line::new().strong(title));
}

fn bullets(title: &str, items: &[String], glyph: &str, printer: &mut Printer) {
    section(title, printer);
    if items.is_empty() {
        printer.data("not stated by the author");
    }
    for item in items {
        printer.data(format!("{glyph} {item}"));
    }
}
