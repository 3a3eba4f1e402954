//! An archive must open, and for every program alike.

use guild_check::{Findings, Source};

use crate::archive::Opened;

pub(super) fn check(opened: &Opened, findings: &mut Findings) {
    if let Err(refusal) = &opened.archive {
        findings
            .error(
                Source::new(opened.path.clone(), "").top(),
                format!("the archive is refused: {refusal}"),
            )
            .help("pack the folder with `guild pack`, which writes a sound archive");
    }
}
