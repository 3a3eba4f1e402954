//! The second example shows something that the first does not.

use std::collections::HashSet;

use guild_check::Findings;

use crate::document::{Document, Example, ExampleKind, Requirement, words};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let (Some(basic), Some(optional)) = (
        document.example(ExampleKind::Basic),
        document.example(ExampleKind::Optional),
    ) else {
        return;
    };
    let (shown, new) = (words_of(basic), words_of(optional));
    // Without code there is nothing to compare.
    if new.is_empty() || shown.is_empty() {
        return;
    }
    let is_same = new.is_subset(&shown);
    let options = options(document);
    let has_option = options.iter().any(|option| {
        option.iter().all(|word| new.contains(word))
            && !option.iter().all(|word| shown.contains(word))
    });
    if !is_same && (options.is_empty() || has_option || new.difference(&shown).count() >= ENOUGH) {
        return;
    }
    findings
        .warning(
            document.at(optional.span),
            "this example shows nothing that `Basic` does not",
        )
        .help("use the optional parameters that matter, or show how an error is handled")
        .guess();
}

/// So many words that `Basic` does not have are taken to show something, whatever it is.
const ENOUGH: usize = 5;

/// Collects the words of an example's code, its comments left out.
fn words_of(example: &Example) -> HashSet<String> {
    let lines = example
        .blocks
        .iter()
        .filter(|block| !block.is_data())
        .flat_map(|block| block.code.content.lines())
        .map(str::trim)
        .filter(|line| !line.starts_with("//") && !line.starts_with("# "));
    lines.flat_map(words).collect()
}

/// Lists the names of the optional parameters, each as its words.
fn options(document: &Document) -> Vec<Vec<String>> {
    let optional = document
        .parameters
        .iter()
        .filter(|parameter| parameter.requirement() == Requirement::Optional);
    optional
        .map(|parameter| words(last_part(parameter.bare_name())))
        .filter(|words| !words.is_empty())
        .collect()
}

/// `options.unit` is `unit` in the code.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', '[']).next().unwrap_or(name)
}
