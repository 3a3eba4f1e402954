//! As many subsections stand in a section as the contract says.

use crate::Findings;
use crate::contract::outline::{self, Depth};
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for group in outline::groups(work, Depth::Subsections) {
        let Some(part) = group.parent.map(|parent| &work.parts[parent]) else {
            continue;
        };
        let Some(count) = part.holds.each.as_ref().and_then(|each| each.count) else {
            continue;
        };
        let unnamed = group.members.iter().filter(|member| member.spec.is_none());
        let found = unnamed.count();
        if !count.holds(found) {
            let message = format!("`{}` has {found} of {}", part.name, count.of("subsection"));
            let help = format!(
                "write {}, each under a heading of level {}",
                count.of("subsection"),
                group.level
            );
            findings
                .error(work.place(part), message)
                .help(with_reason(&help, &part.holds.why));
        }
    }
}
