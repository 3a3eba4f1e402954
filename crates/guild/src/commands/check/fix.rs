//! `--fix`: what is mechanical is mended in the files themselves.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use guild_check::fix::{Fixed, settle};
use guild_check::{Finding, Source};

use super::files::Document;
use crate::Context;
use crate::failure::Failure;
use crate::line::Line;
use crate::plain_file;

/// Whether files are mended.
#[derive(Debug, Args)]
pub(super) struct FixArgs {
    /// Mend what is mechanical, then check: order of sections and columns, code languages, the last line
    #[arg(long)]
    fix: bool,
}

/// Mends files; `check` judges one, with what is silenced left out.
pub(super) fn fix(
    args: &FixArgs,
    documents: &[Document],
    context: &mut Context,
    check: impl Fn(&Source) -> Vec<Finding>,
) -> Result<(), Failure> {
    if !args.fix {
        return Ok(());
    }
    if documents.iter().any(Document::is_given) {
        return Err(
            Failure::could_not("`--fix` mends files, and `-` is none").hint("name the file")
        );
    }
    for document in documents {
        let source = document.read()?;
        let fixed = settle(&source, &check);
        if fixed.source.text() != source.text() {
            let working_folder = &context.settings.environment.working_folder;
            let path = working_folder.join(source.path());
            write(&path, &source, &fixed.source).map_err(|error| {
                Failure::could_not(format!("could not mend {}", source.path())).because(&error)
            })?;
            say(&fixed, context);
        }
    }
    Ok(())
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

/// Puts the new text in place of the old, unless somebody else did meanwhile.
fn write(path: &Path, old: &Source, new: &Source) -> io::Result<()> {
    if fs::read(path)? != old.text().as_bytes() {
        return Err(io::Error::other(
            "it is not UTF-8 text, or it was changed while it was checked",
        ));
    }
    plain_file::replace(path, new.text().as_bytes())
}
