//! The document: the sections of the skill's contract in their order, each with what is known of it.

use guild_check::contract::Contract;

use super::brief::{Brief, Code, Failing, Input, Output, Status, said};
use super::gaps;

/// What opens or closes a list of surprises.
const BULLET: &str = "- ";

/// Writes the document; `today` is a date of the form 2026-11-20.
pub(super) fn document(brief: &Brief, contract: &Contract, today: &str) -> String {
    let mut text = format!("# {}\n", line(brief.documented.as_deref().unwrap_or("")));
    for section in &contract.sections {
        let body = body(&section.name, brief);
        text.push_str(&format!("\n## {}\n\n{}\n", section.name, body.trim_end()));
    }
    text.push_str(&format!("\nLast updated: {today}\n"));
    text
}

/// Writes one section; a section that the contract gains later stands open until it is written here.
fn body(section: &str, brief: &Brief) -> String {
    match section {
        "What it does" => effect(brief),
        "When to use" => bullets(&brief.use_cases, &gaps::USE),
        "When NOT to use" => bullets(&brief.not_for, &gaps::NOT_FOR),
        "Authentication / permissions" => authentication(brief),
        "Request / parameters" => parameters(brief),
        "Response (success)" => response(brief),
        "Errors" => errors(brief),
        "Examples" => examples(brief),
        "Edge cases / gotchas" => gotchas(brief),
        "Related" => bullets(&brief.related, &gaps::RELATED),
        _ => String::new(),
    }
}

fn effect(brief: &Brief) -> String {
    let effect = said(&brief.does).map_or_else(|| gaps::EFFECT.to_owned(), line);
    match brief.state {
        Some(state) if !effect.to_lowercase().contains(&state.to_lowercase()) => {
            format!("{state}: {effect}")
        }
        Some(_) | None => effect,
    }
}

fn bullets(known: &[String], open: &[&str]) -> String {
    let known: Vec<String> = known
        .iter()
        .map(|text| line(text))
        .filter(|text| !text.is_empty())
        .collect();
    let bullet = |text: &str| format!("{BULLET}{text}\n");
    match known.is_empty() {
        true => open.iter().map(|text| bullet(text)).collect(),
        false => known.iter().map(|text| bullet(text)).collect(),
    }
}

fn authentication(brief: &Brief) -> String {
    let known = said(&brief.gotchas.authentication);
    let credential = brief.credential.as_deref().unwrap_or(gaps::CREDENTIAL);
    let mut sentences = vec![known.map_or_else(|| credential.to_owned(), line)];
    let missing = |scope: &&String| !known.is_some_and(|text| text.contains(scope.as_str()));
    let scopes: Vec<String> = brief
        .scopes
        .iter()
        .filter(missing)
        .map(|s| code(s))
        .collect();
    match scopes.as_slice() {
        [] => {}
        [scope] => sentences.push(format!("It needs the scope {scope}.")),
        several => sentences.push(format!("It needs the scopes {}.", several.join(", "))),
    }
    if known.is_none() {
        sentences.push(gaps::WITHOUT_CREDENTIAL.to_owned());
    }
    sentences.join("\n")
}

fn parameters(brief: &Brief) -> String {
    let open = [gaps::input()];
    let inputs = match &brief.inputs {
        Some(inputs) if inputs.is_empty() => {
            return "None, because the call takes no parameter and no body.".to_owned();
        }
        Some(inputs) => inputs.as_slice(),
        None => &open,
    };
    let rows = inputs.iter().map(|input| {
        let required = if input.is_required { "yes" } else { "no" };
        let cells = [
            code(&input.name),
            line(&input.kind),
            required.to_owned(),
            note(input),
        ];
        row(&cells)
    });
    let head = "| Name | Type | Required | Description |\n|---|---|---|---|\n".to_owned();
    head + &rows.collect::<String>()
}

fn note(input: &Input) -> String {
    let open = match input.is_required {
        true => gaps::REQUIRED,
        false => gaps::OPTIONAL,
    };
    let description = said(&input.description).map_or_else(|| open.to_owned(), line);
    // What is said by hand is not said again.
    let is_new = |fact: &&String| !fact.is_empty() && !description.contains(fact.as_str());
    let mut sentences: Vec<&str> = Vec::new();
    let (place, facts) = match input.facts.split_first() {
        Some((place, facts)) => (Some(place), facts),
        None => (None, input.facts.as_slice()),
    };
    sentences.extend(place.into_iter().filter(is_new).map(String::as_str));
    sentences.push(&description);
    sentences.extend(facts.iter().filter(is_new).map(String::as_str));
    sentences
        .into_iter()
        .map(closed)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Ends a sentence.
fn closed(sentence: &str) -> String {
    match sentence.ends_with(['.', '!', '?', '>', ':', ';']) {
        true => sentence.to_owned(),
        false => format!("{sentence}."),
    }
}

fn response(brief: &Brief) -> String {
    let output = brief.output.clone().unwrap_or_default();
    let open = format!("{{\n  \"{}\": \"{}\"\n}}", gaps::FIELD, gaps::VALUE);
    let json = said(&output.json).unwrap_or(&open);
    let mut text = output
        .status
        .map_or_else(String::new, |status| format!("Status `{status}`.\n\n"));
    text.push_str(&fenced("json", json));
    let note = format!("`{}`: {}.", gaps::FIELD, gaps::NOTE);
    text.push('\n');
    text.push_str(&bullets(&output.notes, &[&note]));
    text.extend(brief.more_outputs.iter().map(another));
    text
}

/// Writes another answer: what a caller is to know first is when it comes.
fn another(output: &Output) -> String {
    let Some(status) = output.status else {
        return String::new();
    };
    let when = gaps::WHEN;
    match said(&output.json).filter(|_| output.has_body) {
        Some(json) => format!(
            "\nStatus `{status}`: {when}.\n\n{}\n{}",
            fenced("json", json),
            bullets(&output.notes, &[])
        ),
        None => format!("\nStatus `{status}`, without a body: {when}.\n"),
    }
}

fn errors(brief: &Brief) -> String {
    let body = said(&brief.error_body).map_or_else(|| gaps::ERROR_BODY.to_owned(), line);
    let open = [Failing {
        status: Status::Word("<4xx>".to_owned()),
        code: None,
        when: None,
        action: None,
    }];
    let errors = match brief.errors.is_empty() {
        true => &open,
        false => brief.errors.as_slice(),
    };
    let rows = errors.iter().map(|error| {
        let status = match &error.status {
            Status::Number(status) => status.to_string(),
            Status::Word(word) => line(word),
        };
        row(&[
            status,
            code(said(&error.code).unwrap_or(gaps::CODE)),
            said(&error.when).unwrap_or(gaps::WHEN).to_owned(),
            said(&error.action).unwrap_or(gaps::ACTION).to_owned(),
        ])
    });
    let head = "| Status | Code | When | What to do |\n|---|---|---|---|\n";
    format!("{body}\n\n{head}{}", rows.collect::<String>())
}

fn examples(brief: &Brief) -> String {
    let need = said(&brief.examples_need).map_or_else(|| gaps::EXAMPLES_NEED.to_owned(), line);
    let language = brief.call.as_ref().map_or("sh", |call| &call.language);
    let block = |call: &Option<Code>, open: &str| match call {
        Some(call) => fenced(&call.language, &call.code),
        None => fenced(language, open),
    };
    let basic = block(&brief.call, gaps::CALL);
    let more = block(&brief.call_with_options, gaps::CALL_WITH_OPTIONS);
    format!("{need}\n\n### Basic\n\n{basic}\n### With optional features\n\n{more}")
}

fn gotchas(brief: &Brief) -> String {
    let gotchas = &brief.gotchas;
    let named = [
        ("Idempotency", &gotchas.idempotency, gaps::IDEMPOTENCY),
        ("Concurrency", &gotchas.concurrency, gaps::CONCURRENCY),
        ("Rate limit", &gotchas.rate_limit, gaps::RATE_LIMIT),
        ("Time zones", &gotchas.time_zones, gaps::TIME_ZONES),
    ];
    let mut lines: Vec<String> = named
        .iter()
        .map(|(name, known, open)| {
            format!("**{name}**: {}", closed(&line(said(known).unwrap_or(open))))
        })
        .collect();
    if let Some(effects) = said(&gotchas.side_effects) {
        lines.push(format!("**Side effects**: {}", closed(&line(effects))));
    }
    lines.extend(gotchas.surprises.iter().cloned());
    bullets(&lines, &[])
}

/// Makes one line of a text, without characters that nobody sees.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    guild_check::hidden::escaped(&words.join(" ")).into_owned()
}

/// Makes a row; a bar within a cell is no border.
fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| line(cell).replace("\\|", "|").replace('|', "\\|"))
        .collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Marks a word as code.
fn code(word: &str) -> String {
    let word = line(word);
    match word.contains('`') {
        true => word,
        false => format!("`{word}`"),
    }
}

/// Makes a block of code, in a fence that is longer than any in it.
fn fenced(language: &str, code: &str) -> String {
    let mut fence = "```".to_owned();
    while code.contains(&fence) {
        fence.push('`');
    }
    format!(
        "{fence}{}\n{}\n{fence}\n",
        line(language),
        code.trim_matches('\n')
    )
}
