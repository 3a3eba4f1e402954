//! Writes a baseline's file.

use std::fmt::Write;

use super::Baseline;
use crate::hidden::is_hidden;

const HEAD: &str = "\
# Findings that are known and set aside for now, one entry each; `guild.toml` names this file.
# Take an entry out when its finding is mended; `guild check … --prune-baseline` does it for all.
";

impl Baseline {
    /// Gives the text of the file, sorted so that two branches that add entries seldom meet.
    pub fn text(&self) -> String {
        let mut sorted: Vec<_> = self.known.iter().collect();
        sorted.sort_by_key(|known| (&known.path, &known.rule, &known.finding, &known.fingerprint));
        let mut text = HEAD.to_owned();
        for known in sorted {
            let (rule, path) = (quoted(&known.rule), quoted(&known.path));
            let (finding, fingerprint) = (quoted(&known.finding), quoted(&known.fingerprint));
            let (count, reason) = (known.count, quoted(&known.reason));
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[[known]]\nrule = {rule}\npath = {path}\nfinding = {finding}\nfingerprint = {fingerprint}\n\
                 count = {count}\nreason = {reason}\n"
            );
        }
        text
    }
}

/// Writes a basic string of TOML; what a reader would not see is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\t' | '\n' | '\r' => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            _ if is_hidden(character) => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
