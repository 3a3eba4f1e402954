//! `--fix`: what is mechanical is mended in the files themselves.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use guild_check::fix::{Fixed, settle};
use guild_check::{Finding, Source};

use super::files;
use crate::Context;
use crate::failure::Failure;
use crate::line::Line;

/// Whether files are mended.
#[derive(Debug, Args)]
pub(super) struct FixArgs {
    /// Mend what is mechanical, then check: order of sections and columns, code languages, the last line
    #[arg(long)]
    fix: bool,
}

/// Mends files and gives them as they are now; `check` judges one, with what is silenced left out.
pub(super) fn fix(
    args: &FixArgs,
    sources: Vec<Source>,
    context: &mut Context,
    check: impl Fn(&Source) -> Vec<Finding>,
) -> Result<Vec<Source>, Failure> {
    if !args.fix {
        return Ok(sources);
    }
    if sources
        .iter()
        .any(|source| source.path() == files::STANDARD_INPUT)
    {
        return Err(
            Failure::could_not("`--fix` mends files, and `-` is none").hint("name the file")
        );
    }
    let mut mended = Vec::with_capacity(sources.len());
    for source in sources {
        let fixed = settle(&source, &check);
        if fixed.source.text() != source.text() {
            let path = context
                .settings
                .environment
                .working_folder
                .join(source.path());
            write(&path, &source, &fixed.source).map_err(|error| {
                Failure::could_not(format!("could not mend {}", source.path())).because(&error)
            })?;
            say(&fixed, context);
        }
        mended.push(fixed.source);
    }
    Ok(mended)
}

/// Says how much `--fix` could mend.
pub(super) fn hint(findings: &[Finding], context: &mut Context) {
    let count = findings.iter().filter(|found| found.fix.is_some()).count();
    match count {
        0 => {}
        1 => context.printer.hint("`--fix` mends 1 of them"),
        count => context
            .printer
            .hint(format!("`--fix` mends {count} of them")),
    }
}

fn say(fixed: &Fixed, context: &mut Context) {
    for (rule, count) in &fixed.rules {
        let times = if *count == 1 {
            String::new()
        } else {
            format!(", {count} times")
        };
        let line = Line::new()
            .strong("fixed: ")
            .plain(format!("{}: {rule}{times}", fixed.source.path()));
        context.printer.talk(line);
    }
}

/// Puts the new text in place of the old in one step; a crash leaves the one or the other.
fn write(path: &Path, old: &Source, new: &Source) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path)?;
    if fs::read(&path)? != old.text().as_bytes() {
        return Err(io::Error::other(
            "it is not UTF-8 text, or it was changed while it was checked",
        ));
    }
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".guild-")
        .tempfile_in(folder)?;
    file.write_all(new.text().as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}
