//! Bullets stand where the contract has some.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(bullets) = part.holds.bullets else {
            continue;
        };
        if bullets.from > 0 && work.items(part).next().is_none() {
            let help = format!("write {}, each starting with `- `", bullets.of("bullet"));
            findings
                .error(work.place(part), format!("`{}` has no bullets", part.name))
                .help(with_reason(&help, &part.holds.why));
        }
    }
}
