//! `guild search`

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::{List, SkillSummary};

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::install::installed::{self, Versions};
use crate::install::targets::PlaceArgs;
use crate::line::Line;
use crate::remote::Remote;

/// Find skills in the catalog; without words, list them all
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  guild search api documentation\n  guild search --json browser"
)]
pub(crate) struct SearchArgs {
    /// What to look for, in the words of your task
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    /// Which page of the results to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
    /// How many results a page holds
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    page_size: u32,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &SearchArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let words = args.words.join(" ");
    let list = remote.search(&words, args.page, args.page_size)?;
    if args.json.json {
        context.printer.json(&list);
        return Ok(Outcome::Clean);
    }
    // What cannot be read here is no reason to find nothing.
    let there = installed::versions(&PlaceArgs::default(), context).unwrap_or_default();
    for skill in &list.items {
        print(skill, &there, context);
    }
    conclude(&list, &words, context);
    Ok(Outcome::Clean)
}

fn print(skill: &SkillSummary, there: &Versions, context: &mut Context) {
    let mut head = Line::new()
        .strong(&skill.name)
        .faint(format!(" {}  {}", skill.version, skill.pack_label));
    let known = SkillName::parse(&skill.name).ok();
    if let Some(versions) = known.and_then(|name| there.get(&name)) {
        head = if versions.iter().all(|version| *version == skill.version) {
            head.good("  installed")
        } else {
            let versions = versions.iter().map(String::as_str).collect::<Vec<_>>();
            head.alert(format!("  installed {}", versions.join(", ")))
        };
    }
    context.printer.data(head);
    let summary = skill
        .summary
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    context.printer.data(Line::new().plain("  ").plain(summary));
}

fn conclude(list: &List<SkillSummary>, words: &str, context: &mut Context) {
    match (list.total_items, list.items.as_slice()) {
        (0, _) if words.is_empty() => context.printer.talk("The catalog is empty."),
        (0, _) => {
            context.printer.talk(format!("No skill matches `{words}`."));
            context
                .printer
                .hint("try fewer or other words, or list all skills with `guild search`");
        }
        (total, []) => {
            let pages = list.total_pages;
            context.printer.talk(format!(
                "Page {} is beyond the last: skills found {total}, pages {pages}.",
                list.page
            ));
        }
        (_, [first, ..]) => {
            if u64::from(list.page) < list.total_pages {
                let next = list.page + 1;
                context.printer.talk(format!(
                    "Page {} of {}; the next: `--page {next}`.",
                    list.page, list.total_pages
                ));
            }
            context
                .printer
                .hint(format!("read more with `guild show {}`", first.name));
        }
    }
}
