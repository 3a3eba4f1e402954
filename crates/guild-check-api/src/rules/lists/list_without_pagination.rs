//! Every list is handed out by page.

use guild_check::Findings;

use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for list in survey.lists.iter().filter(|list| !list.is_paged) {
        let endpoint = &survey.contract.endpoints[list.endpoint];
        let title = endpoint.title();
        let message = match &list.field {
            Some(field) => format!("`{title}` answers all of `{field}` at once"),
            None => format!("`{title}` answers a bare list, all of it at once"),
        };
        findings
            .error(survey.place(endpoint.spot), message)
            .help("take `page` and `pageSize`, and answer an object with the items, `page`, `pageSize`, `totalItems` and `totalPages`");
    }
}
