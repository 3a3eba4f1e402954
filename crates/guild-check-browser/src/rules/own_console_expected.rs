//! Only third-party messages are expected: those of the page's own code are what a plan looks for (SPEC.md 8).

use guild_check::Findings;

use crate::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let Some(entry) = &plan.entry_url else {
        return;
    };
    let own = entry.origin().ascii_serialization();
    for message in plan
        .expected_console
        .iter()
        .filter(|message| message.origin == own)
    {
        let text = format!("`{}` comes from the page itself", message.text);
        findings
            .error(plan.at(message.span), text)
            .help("mend what logs it: only warnings of third parties can be expected");
    }
}
