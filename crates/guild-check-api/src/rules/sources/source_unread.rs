//! A file that is not read is not checked.

use guild_check::Findings;

use crate::sources::Sources;

pub(super) fn check(sources: &Sources, findings: &mut Findings) {
    for file in &sources.files {
        if let Some((span, why)) = &file.unread {
            findings
                .note(
                    file.source.at(*span),
                    format!("the file is not checked from here on: {why}"),
                )
                .help(
                    "let the compiler read it first, or leave it out of the folder that is checked",
                );
        }
    }
}
