//! Anchors of headings.

use std::collections::HashMap;

use pulldown_cmark::{Event, Tag, TagEnd};

/// What every id of a heading starts with, so that none of them is an id of ours.
const ID_PREFIX: &str = "text-";

/// Gives the anchor that a link to a heading means.
pub(in crate::pages) fn anchor(heading: &str) -> String {
    format!("#{ID_PREFIX}{}", slug(heading))
}

/// Gives each heading an id made of its words.
pub(super) fn with_ids(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut open = None;
    let mut words = String::new();
    for index in 0..events.len() {
        match &events[index] {
            Event::Start(Tag::Heading { .. }) => {
                open = Some(index);
                words.clear();
            }
            Event::Text(text) | Event::Code(text) if open.is_some() => words.push_str(text),
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&words);
                let times = taken.entry(slug.clone()).or_insert(0);
                let tail = if *times == 0 {
                    String::new()
                } else {
                    format!("-{times}")
                };
                *times += 1;
                if let Some(Event::Start(Tag::Heading { id, .. })) =
                    open.take().and_then(|index| events.get_mut(index))
                {
                    *id = Some(format!("{ID_PREFIX}{slug}{tail}").into());
                }
            }
            _ => {}
        }
    }
    events
}

/// Makes the anchor of a heading as code hosts do: lower case, hyphens for spaces, no punctuation.
fn slug(words: &str) -> String {
    let lower = words.trim().to_lowercase();
    let kept = lower.chars().filter_map(|character| match character {
        ' ' => Some('-'),
        character if character.is_alphanumeric() || matches!(character, '-' | '_') => {
            Some(character)
        }
        _ => None,
    });
    kept.take(100).collect()
}
