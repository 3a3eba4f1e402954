//! Every list is handed out by page.

use guild_check::{Findings, Severity};

use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("lists", Severity::Error);
    for list in &survey.lists {
        let endpoint = &survey.contract.endpoints[list.endpoint];
        let title = endpoint.title();
        let message = (!list.is_paged).then(|| match &list.field {
            Some(field) => format!("`{title}` answers all of `{field}` at once"),
            None => format!("`{title}` answers a bare list, all of it at once"),
        });
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "are answered all at once",
        "take `page` and `pageSize`, and answer an object with the items, `page`, `pageSize`, `totalItems` and `totalPages`",
    );
}
