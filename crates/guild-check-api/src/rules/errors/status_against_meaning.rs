//! A status is used for what it means.

use guild_check::Findings;

use super::meaning;
use crate::contract::Status;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for used in survey.answers() {
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
        if (status, said.status) == (400, 422) {
            continue;
        }
        let message = format!(
            "{status} of `{title}` means {}, and its description speaks of {}{by}",
            meaning.name, said.name
        );
        findings
            .warning(place, message)
            .help(format!("declare that as {}", said.status))
            .guess();
    }
}
