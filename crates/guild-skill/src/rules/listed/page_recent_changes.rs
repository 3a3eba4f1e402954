//! Recent changes are dated entries, newest first.

use guild_check::markdown::{Block, ListItem};
use guild_check::{Findings, Place};

use crate::age::{Date, DateError};
use crate::page::item_text;
use crate::rules::sections::section;
use crate::skill::{PageMd, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let Some(section) = section(page, "Recent changes") else {
        return;
    };
    let mut last = None;
    for list in section.blocks.iter().filter_map(Block::as_list) {
        for item in &list.items {
            let place = page.source.at(item.span);
            let Some(date) = judge(page, item, &place, findings) else {
                continue;
            };
            if last.is_some_and(|last| date > last) {
                findings
                    .error(place, format!("{date} stands below an older entry"))
                    .help("put the newest entry first");
            }
            last = Some(date);
        }
    }
}

/// Reads the date of an entry, or says what is wrong with it.
fn judge(page: &PageMd, item: &ListItem, place: &Place, findings: &mut Findings) -> Option<Date> {
    let text = item_text(&page.source, item);
    let (date, change) = text.split_once(':').unwrap_or((&text, ""));
    match Date::parse(date) {
        Ok(date) if change.trim().is_empty() => {
            findings
                .error(place.clone(), format!("the entry of {date} says nothing"))
                .help("say what changed, after a colon");
            Some(date)
        }
        Ok(date) => Some(date),
        Err(error @ (DateError::Form { .. } | DateError::Iso { .. })) => {
            findings
                .error(
                    place.clone(),
                    format!("the entry does not start with a date: {error}"),
                )
                .help("write it as `- Nov 20, 2026: New skill …`");
            None
        }
        Err(error @ DateError::Day { .. }) => {
            findings
                .error(place.clone(), error.to_string())
                .help("correct the day");
            None
        }
    }
}
