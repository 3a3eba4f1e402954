//! What a third party answers is data of unknown shape until a parser has seen it.

use guild_check::Findings;

use crate::sources::{Manner, Sources};

pub(super) fn check(sources: &Sources, findings: &mut Findings) {
    for file in &sources.files {
        for response in &file.facts.responses {
            let what = match response.manner {
                Manner::Asserted => "is given a type that nothing checks",
                Manner::Returned => "leaves the function unchecked",
                Manner::Used => "is used unchecked",
            };
            let message = format!("what the other side answers {what}");
            let finding = findings.warning(file.source.at(response.span), message);
            finding.help("give it to a parser first (`schema.parse(…)`, or a function that takes `unknown` and looks at each field)");
            if !response.is_foreign {
                finding.guess();
            }
        }
    }
}
