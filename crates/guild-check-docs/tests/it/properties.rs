//! Whatever the text is, it is read, and everything found lies in it.

use guild_check::Source;
use guild_check_docs::Document;
use guild_check_docs::document::Role;
use proptest::prelude::*;

use crate::documents::{endpoint, findings};

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_checked(text in "(\\PC|\\s){0,300}") {
        inside(&text);
    }

    #[test]
    fn any_pieces_of_a_document_can_be_checked(pieces in pieces()) {
        inside(&pieces);
    }

    #[test]
    fn a_document_cut_anywhere_can_be_checked(cut in 0_usize..9000, from in 0_usize..9000) {
        let text = endpoint();
        let at = |index: usize| (index.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap();
        inside(&text[..at(cut)]);
        inside(&text[at(from)..]);
    }
}

/// Checks a text and holds every place against it.
fn inside(text: &str) {
    let document = Document::parse(&Source::new("document.md", text));
    let spans = document.parameters.iter().flat_map(|parameter| {
        [
            parameter.name.span,
            parameter.description.span,
            parameter.span,
        ]
    });
    let errors = document.errors.iter().flat_map(|error| {
        [
            error.status.span,
            error.when.span,
            error.action.span,
            error.span,
        ]
    });
    let shapes = document
        .response
        .iter()
        .flat_map(|response| &response.shapes);
    let faults = shapes
        .filter_map(|json| json.value.as_ref().err())
        .map(|fault| fault.span);
    let found = findings(text);
    let places = found.iter().map(|finding| finding.place.span);
    for span in spans.chain(errors).chain(faults).chain(places) {
        assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
    }
}

/// Puts pieces of documents together in any order.
fn pieces() -> impl Strategy<Value = String> {
    let headings = Role::ALL.map(|role| format!("\n## {}\n\n", role.name()));
    let heading = proptest::sample::select(headings.to_vec());
    let piece = proptest::sample::select(vec![
        "# POST /api/{id\n",
        "# f<(g(\n",
        "| Name | Type | Required | Description |\n|-|-|-|-|\n| `ä` |  | ja | Größe \\| <name> |\n",
        "| Status | Code | When | What to do |\n|-|-|-|-|\n| 4ö4 | `X` |\n",
        "```json\n{\"ä\": [1, {\"ö\":\n```\n",
        "- a\n\n\t```json\n\t{\"ü\": \"…\n\t```\n",
        "> > 1. ~~~json\n> >    \"\\\n",
        "### Basic\n\n```sh\n",
        "### With optional features\n\n    foo\n\n```js\nä\n```\n",
        "<the thing with ümlaut> <METHOD>\n\n",
        "Last updated: 2026-11-\u{661}1\n",
        "\u{feff}---\na: b\n---\n",
        "\r\n",
        "will you <!-- ",
    ]);
    let piece = prop_oneof![heading, piece.prop_map(str::to_owned)];
    proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}
