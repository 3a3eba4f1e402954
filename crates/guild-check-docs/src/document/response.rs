//! The answer of a call that worked.

use guild_check::markdown::Block;

use super::{Document, Json, Role, json, prose};

/// What stands under `Response (success)`.
#[derive(Clone, Debug)]
pub struct Response {
    /// The success statuses that the section names.
    pub statuses: Vec<u16>,
    /// The JSON blocks in their order, each parsed.
    pub shapes: Vec<Json>,
    /// How many passages say more than the status.
    pub notes: usize,
}

/// Reads the section; absent if the document has none.
pub(super) fn read(document: &Document) -> Option<Response> {
    document.section(Role::Response)?;
    let mut shapes = Vec::new();
    prose::walk(document.blocks(Role::Response), &mut |block| {
        if let Block::Code(code) = block {
            shapes.extend(json::read(&document.source, code));
        }
    });
    let passages = document.passages(Role::Response);
    let statuses = passages.iter().flat_map(|passage| statuses(passage.text));
    Some(Response {
        statuses: statuses.collect(),
        notes: passages
            .iter()
            .filter(|passage| is_note(passage.text))
            .count(),
        shapes,
    })
}

/// Finds the numbers from 200 to 399 that stand alone or after the word status.
fn statuses(text: &str) -> Vec<u16> {
    let mut found = Vec::new();
    let mut before = "";
    for word in prose::written_words(text) {
        let before = std::mem::replace(&mut before, word);
        let Ok(number) = word.parse::<u16>() else {
            continue;
        };
        let is_said = matches!(
            prose::in_lower_case(before).as_ref(),
            "" | "status"
                | "http"
                | "or"
                | "and"
                | "with"
                | "answer"
                | "answers"
                | "return"
                | "returns"
                | "responds"
                | "sends"
                | "gives"
                | "yields"
                | "code"
        );
        if (200..400).contains(&number) && word.len() == 3 && is_said {
            found.push(number);
        }
    }
    found
}

/// Tells whether a text says more than the status: "Status 201 Created." does not.
fn is_note(text: &str) -> bool {
    const NAMES: [&str; 24] = [
        "see",
        "below",
        "above",
        "following",
        "answer",
        "shape",
        "status",
        "http",
        "code",
        "the",
        "response",
        "returns",
        "is",
        "a",
        "with",
        "ok",
        "created",
        "accepted",
        "no",
        "content",
        "body",
        "success",
        "json",
        "example",
    ];
    let is_of_status = |word: &str| {
        NAMES.contains(&prose::in_lower_case(word).as_ref())
            || word.parse::<u16>().is_ok_and(|number| number < 400)
    };
    !prose::written_words(text).all(is_of_status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_success_status_of_a_sentence_is_found() {
        let text = "204 No Content; with `Prefer: return=representation` it gives 200 and:";
        assert_eq!(statuses(text), [204, 200]);
        assert!(statuses("At most 250 items, each of 300 bytes.").is_empty());
    }
}
