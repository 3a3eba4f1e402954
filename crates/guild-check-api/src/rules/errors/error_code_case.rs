//! The codes of errors are UPPER_SNAKE.

use std::collections::BTreeMap;

use guild_check::Findings;

use crate::contract::Spot;
use crate::survey::{Counted, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let case = survey.conventions.values;
    // The same codes may be listed at every operation.
    let mut lists: BTreeMap<Vec<&str>, (Spot, usize)> = BTreeMap::new();
    for code in survey.error_codes() {
        let values = survey.contract.values(code).unwrap_or_default();
        let texts = values.iter().filter_map(|value| {
            let view = survey.contract.view(*value)?;
            let file = value.file;
            let span = view.span();
            Some((view.text()?, Spot { file, span }))
        });
        let wrong: Vec<(&str, Spot)> = texts.filter(|(text, _)| !case.fits(text)).collect();
        if let Some((_, spot)) = wrong.first() {
            let words = wrong.iter().map(|(text, _)| *text).collect();
            lists.entry(words).or_insert((*spot, 0)).1 += 1;
        }
    }
    for (wrong, (spot, places)) in lists {
        let list = Counted::list(&wrong, 4);
        let are = if wrong.len() == 1 {
            "code is"
        } else {
            "codes are"
        };
        let at = match places {
            1 => String::new(),
            places => format!(", here and in {}", Counted(places - 1, "other place")),
        };
        let message = format!("the error {are} not {}: {list}{at}", case.word());
        findings
            .error(survey.place(spot), message)
            .help("write codes in capitals with underscores, such as `TASK_NOT_FOUND`")
            .stands_for(places);
    }
}
