//! `--write-baseline` and `--prune-baseline`: what is known is set aside, so that a check fails on what is new.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use guild_check::baseline::Folders;
use guild_check::{Baseline, Report, Settings, Source};

use super::settings_path;
use crate::Context;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::line::Line;
use crate::plain_file;

/// What the file is called where `guild.toml` names none.
const FILE: &str = "guild-baseline.toml";

/// What happens to the baseline.
#[derive(Debug, Args)]
#[command(next_help_heading = "Baseline")]
pub(super) struct BaselineArgs {
    /// Set aside all that is found now, in a file that guild.toml names; what is mended is taken out; takes --why
    #[arg(long, requires = "why")]
    write_baseline: bool,
    /// Why what --write-baseline sets aside may stay for now
    #[arg(long, value_name = "REASON", requires = "write_baseline")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    why: Option<String>,
    /// Take out of the baseline what is mended
    #[arg(long, conflicts_with = "write_baseline")]
    prune_baseline: bool,
}

/// Reads the baseline that the settings name; one that is not there has no entries.
pub(super) fn read(
    settings: &mut Settings,
    config: Option<&Path>,
    environment: &Environment,
) -> Result<(), Failure> {
    let (Some(name), Some(config)) = (&settings.baseline_file, settings_path(config, environment))
    else {
        return Ok(());
    };
    let root = folder_of(&config);
    let path = root.join(name);
    let shown = environment.shorten(&path);
    let text = match plain_file::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(Failure::could_not(format!("could not read {shown}")).because(&error));
        }
    };
    let folders = Folders {
        root,
        working: environment.working_folder.clone(),
    };
    let baseline = Baseline::parse(&Source::new(&shown, text), folders).map_err(|error| {
        Failure::could_not(format!("the baseline in {shown} is wrong")).because(&error)
    })?;
    settings.baseline = Some(Arc::new(baseline));
    Ok(())
}

/// Writes the baseline if that is asked for; else says which of its entries are of no use.
pub(super) fn settle(
    report: Report,
    args: &BaselineArgs,
    config: Option<&Path>,
    context: &mut Context,
) -> Result<Report, Failure> {
    let environment = &context.settings.environment;
    let config = settings_path(config, environment)
        .unwrap_or_else(|| environment.working_folder.join("guild.toml"));
    let old = report.baseline.clone();
    let new = match (&args.why, old.as_deref()) {
        (Some(reason), old) => {
            let none = || none(&config, environment);
            old.map_or_else(none, Baseline::clone)
                .taking_in(&report, reason.trim())
        }
        (None, Some(old)) if args.prune_baseline => old.pruned(&report),
        (None, Some(_)) => return Ok(report.noting_unused()),
        (None, None) => return Ok(report),
    };
    let path = write(&new, old.is_some(), &config, environment).map_err(|error| {
        Failure::could_not("could not write the baseline")
            .because(&error)
            .hint("nothing was set aside; the findings are as they were")
    })?;
    let (before, after) = (old.map_or(0, |old| count(&old)), count(&new));
    let path = environment.shorten(&path);
    let line = format!("{path}: {after} known findings, before {before}");
    context
        .printer
        .talk(Line::new().strong("baseline: ").plain(line));
    Ok(report.under(Arc::new(new)))
}

fn none(config: &Path, environment: &Environment) -> Baseline {
    let folders = Folders {
        root: folder_of(config),
        working: environment.working_folder.clone(),
    };
    Baseline::empty(Source::new(FILE, ""), folders)
}

/// Writes the file, and then its name into `guild.toml` if it is not there.
fn write(
    baseline: &Baseline,
    is_named: bool,
    config: &Path,
    environment: &Environment,
) -> io::Result<PathBuf> {
    if is_named {
        let path = environment.working_folder.join(baseline.source.path());
        plain_file::replace(&path, baseline.text().as_bytes())?;
        return Ok(path);
    }
    let path = folder_of(config).join(FILE);
    plain_file::replace(&path, baseline.text().as_bytes())?;
    let settings = match fs::read_to_string(config) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    // A key of the whole file stands before the first table.
    let (mark, rest) = match settings.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", settings.as_str()),
    };
    let gap = if rest.is_empty() { "" } else { "\n" };
    let settings = format!("{mark}baseline = \"{FILE}\"\n{gap}{rest}");
    plain_file::replace(config, settings.as_bytes())?;
    Ok(path)
}

fn count(baseline: &Baseline) -> usize {
    baseline.known.iter().map(|known| known.count).sum()
}

fn folder_of(config: &Path) -> PathBuf {
    config.parent().unwrap_or(Path::new("")).to_owned()
}
