//! The codes of errors are UPPER_SNAKE.

use std::collections::HashSet;

use guild_check::Findings;

use crate::contract::Written;
use crate::survey::{Counted, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let case = survey.conventions.values;
    let mut told = HashSet::new();
    for code in survey.error_codes() {
        let values = survey.contract.values(code).unwrap_or_default();
        let text = |value: &Written| survey.contract.view(*value)?.text();
        let wrong: Vec<&str> = values
            .iter()
            .filter_map(text)
            .filter(|text| !case.fits(text))
            .collect();
        let first = values
            .iter()
            .find(|value| text(value).is_some_and(|text| !case.fits(text)));
        let Some(view) = first.and_then(|first| survey.contract.view(*first)) else {
            continue;
        };
        let file = first.map_or(0, |first| first.file);
        let spot = crate::contract::Spot {
            file,
            span: view.span(),
        };
        if told.insert(spot) {
            let list = Counted::list(&wrong, 4);
            let is = if wrong.len() == 1 { "is" } else { "are" };
            let message = format!("the error code {list} {is} not {}", case.word());
            findings
                .error(survey.place(spot), message)
                .help("write codes in capitals with underscores, such as `TASK_NOT_FOUND`")
                .stands_for(wrong.len());
        }
    }
}
