//! No credential is written out in a plan: it is read by everybody who reads the pull request.

use guild_check::{Findings, Span};

use crate::Plan;
use crate::boundary::credential;
use crate::plan::{Action, StepKind, Target, Typed};

const HELP: &str = "put it into an environment variable, name that in the head (- Secrets: `TASKS_PASSWORD`), and write: \
                    Fill … with secret `TASKS_PASSWORD`";

/// What a field is called that takes a secret.
const FIELDS: [&str; 9] = [
    "password",
    "passwort",
    "passphrase",
    "passcode",
    "secret",
    "api key",
    "access token",
    "apikey",
    "one-time",
];

/// What a test types to be refused.
const REFUSED: [&str; 8] = [
    "wrong",
    "invalid",
    "incorrect",
    "not-the",
    "not the",
    "bad",
    "short",
    "mismatch",
];

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let text = plan.source.text();
    let mut lines = 0;
    for line in text.split_inclusive('\n') {
        let start = lines;
        lines += line.len();
        if let Some((range, kind)) = credential(line) {
            let span = Span::new(start + range.start..start + range.end);
            findings
                .error(plan.at(span), format!("a {kind} stands in the plan"))
                .help(HELP);
        }
    }
    for (_, step) in plan.steps() {
        let StepKind::Act(Action::Fill {
            target,
            typed: Typed::Text(typed),
        }) = &step.kind
        else {
            continue;
        };
        let is_told = credential(&step.text).is_some();
        let is_refused = typed.is_empty()
            || REFUSED
                .iter()
                .any(|word| typed.to_lowercase().contains(word));
        if takes_secret(target) && !is_refused && !is_told {
            findings
                .error(
                    plan.at(step.span),
                    "what goes into this field is a secret, and stands in the plan",
                )
                .help(HELP);
        }
    }
}

fn takes_secret(target: &Target) -> bool {
    let name = match target {
        Target::Selector(text) | Target::Text(text) => text,
        Target::Role { name, .. } => name,
    };
    let name = name.to_lowercase();
    FIELDS.iter().any(|field| name.contains(field))
}
