//! The codes of errors are UPPER_SNAKE.

use std::collections::HashSet;

use guild_check::Findings;

use crate::contract::Written;
use crate::survey::{Counted, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut told = HashSet::new();
    for code in survey.error_codes() {
        let values = survey.contract.values(code).unwrap_or_default();
        let text = |value: &Written| survey.contract.view(*value)?.text();
        let wrong: Vec<&str> = values
            .iter()
            .filter_map(text)
            .filter(|text| !is_upper_snake(text))
            .collect();
        let first = values
            .iter()
            .find(|value| text(value).is_some_and(|text| !is_upper_snake(text)));
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
            let message = format!("the error code {list} {is} not UPPER_SNAKE");
            findings
                .error(survey.place(spot), message)
                .help("write codes in capitals with underscores, such as `TASK_NOT_FOUND`")
                .stands_for(wrong.len());
        }
    }
}

fn is_upper_snake(text: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text
            .split('_')
            .all(|word| !word.is_empty() && word.chars().all(is_fine))
}
