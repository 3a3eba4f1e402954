//! A status is used for what it means.

use guild_check::{Findings, Severity};

use super::meaning;
use crate::contract::Status;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("answers", Severity::Warning).guessed();
    for used in survey.answers() {
        crowd.judge();
        let Status::One(status) = used.part.status else {
            continue;
        };
        let title = used.endpoint.title();
        let by = used.users.by();
        let place = survey.place(used.part.definition);
        if matches!(status, 204 | 205 | 304) && !used.part.media.is_empty() {
            let message = format!("`{title}` answers {status} with a body, and it has none{by}");
            findings
                .error(place, message)
                .help("answer 200 if there is a body; take the `content` away if there is none");
            continue;
        }
        let Some(meaning) = meaning::of_status(status) else {
            continue;
        };
        let words = survey
            .contract
            .words(used.part.description)
            .unwrap_or_default();
        let Some(said) = meaning::of_words(words, status) else {
            continue;
        };
        // Of these the rule on what stands in the place of another tells.
        if (status, said.status) == (400, 422) || is_bad_input(status, words) {
            continue;
        }
        let message = format!(
            "{status} of `{title}` means {}, and its description speaks of {}{by}",
            meaning.name, said.name
        );
        crowd.wrong(place, format!("{status} of {title}"), message);
    }
    crowd.tell(
        findings,
        "have a status that means something else than their description",
        "declare each meaning under its own status: 400, 401, 403, 404, 409, 422 or 500",
    );
}

/// Input may be bad because of something that does not exist.
fn is_bad_input(status: u16, words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let bad = [
        "not valid",
        "invalid",
        "incorrect",
        "bad_request",
        "wrong",
        "required",
    ];
    status == 400 && bad.iter().any(|bad| words.contains(bad))
}
