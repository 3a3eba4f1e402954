//! An entry whose finding is gone goes too.

use super::Judged;
use crate::Findings;

pub(super) fn check(judged: &Judged, findings: &mut Findings) {
    let gone = judged.entries.iter();
    for (known, again) in gone.filter(|(known, again)| *again < known.count) {
        let (rule, path, count) = (&known.rule, &known.path, known.count);
        let message = match again {
            0 => format!("what this entry knows of `{rule}` is no longer found in {path}"),
            _ => format!(
                "what this entry knows of `{rule}` is found {again} times in {path}, not {count}"
            ),
        };
        findings
            .note(judged.source.at(known.span), message)
            .help("run the check with `--prune-baseline`, which takes out what is mended");
    }
}
