//! The entry URL could not be opened.

use guild_check::Findings;

use super::Tried;
use crate::run::CIRCLE;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    let failure = tried
        .outcome
        .baseline
        .as_ref()
        .and_then(|baseline| baseline.failure.as_deref());
    if let Some(failure) = failure {
        let message = format!("the entry URL could not be opened: {}", tried.safe(failure));
        let help = match failure.contains(CIRCLE) {
            true => {
                "mend the redirects: each of these addresses leads to the next, and none of them is a page; a page that asks who is there often does so until a cookie is kept"
            }
            false => {
                "start the server that the plan names, or name another with --base-url URL; a page that needs longer has `- Step timeout: 20s` in the head of the plan"
            }
        };
        findings
            .error(tried.plan.at(tried.plan.entry_span), message)
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    use guild_check::Source;

    use super::super::spec::outcome;
    use crate::boundary::Redactor;
    use crate::{Plan, verdict::Tried};

    #[test]
    fn the_line_that_names_the_address_is_pointed_at_with_help_that_fits() {
        let plan = Plan::read(&Source::new("PLAN.md", include_str!("../spec/plan.md")));
        for (failure, help) in [
            ("nobody answers there", "start the server"),
            ("it redirects in a circle", "mend the redirects"),
        ] {
            let tried = Tried {
                outcome: outcome(&plan, &format!("page {failure}")),
                plan: plan.clone(),
                redactor: Redactor::default(),
            };
            let findings = tried.findings();
            let span = findings[0].place.span;
            assert_eq!(
                plan.source.slice(span),
                "Entry URL: http://127.0.0.1:3000/tasks"
            );
            let told = findings[0].help.as_deref().unwrap();
            assert!(told.contains(help), "{told}");
        }
    }
}
