//! A list has as many bullets as the contract says.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(bullets) = part.holds.bullets else {
            continue;
        };
        let count = work.items(part).count();
        // None at all is the business of another rule.
        if (count > 0 || bullets.from == 0) && !bullets.holds(count) {
            let wanted = bullets.of("bullet");
            let message = format!("`{}` has {count} of {wanted}", part.name);
            findings
                .error(work.place(part), message)
                .help(with_reason(&format!("write {wanted}"), &part.holds.why));
        }
    }
}
