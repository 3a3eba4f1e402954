//! The second example shows something that the first does not.

use std::borrow::Cow;
use std::collections::HashSet;

use guild_check::Findings;

use crate::document::{
    Document, Example, ExampleKind, Requirement, in_lower_case, words, written_words,
};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let (Some(basic), Some(optional)) = (
        document.example(ExampleKind::Basic),
        document.example(ExampleKind::Optional),
    ) else {
        return;
    };
    let shown: HashSet<Cow<'_, str>> = words_of(basic).collect();
    let mut others = HashSet::new();
    let mut is_empty = true;
    for word in words_of(optional) {
        is_empty = false;
        if !shown.contains(&word) {
            others.insert(word);
        }
        if others.len() >= ENOUGH {
            return;
        }
    }
    // Without code there is nothing to compare.
    if is_empty || shown.is_empty() {
        return;
    }
    // An option is new where a part of its name is, and the other parts are there too.
    let options = options(document);
    let has_option = options.iter().any(|option| {
        let is_new = |word: &String| others.contains(word.as_str());
        let mut is_there =
            |word: &String| is_new(word) || words_of(optional).any(|found| found == *word);
        option.iter().any(is_new) && option.iter().all(&mut is_there)
    });
    if !others.is_empty() && (options.is_empty() || has_option) {
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

/// Goes over the words of an example's code, its comments left out.
fn words_of(example: &Example) -> impl Iterator<Item = Cow<'_, str>> {
    let lines = example
        .blocks
        .iter()
        .filter(|block| !block.is_data())
        .flat_map(|block| block.code.content.lines())
        .map(str::trim)
        .filter(|line| !line.starts_with("//") && !line.starts_with("# "));
    lines.flat_map(written_words).map(in_lower_case)
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
