//! The values of enums are UPPER_SNAKE.

use guild_check::{Findings, Severity};

use crate::contract::{Shape, ShapeId, Spot};
use crate::conventions::Case;
use crate::survey::{Counted, Crowd, Survey};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let case = survey.conventions.values;
    // Of these the rule on error codes tells.
    let codes: Vec<ShapeId> = survey.error_codes();
    let mut crowd = Crowd::new("enums", Severity::Error);
    let mut all_wrong = Vec::new();
    for used in survey.shapes() {
        let values = words(survey, used.shape);
        if values.is_empty() || codes.contains(&used.id) {
            continue;
        }
        crowd.judge();
        let is_wrong = |word: &&str| !case.fits(word) && !survey.conventions.is_allowed(word);
        let wrong: Vec<&str> = values
            .iter()
            .map(|view| view.written())
            .filter(is_wrong)
            .collect();
        let Some(first) = values.iter().find(|view| is_wrong(&view.written())) else {
            continue;
        };
        all_wrong.extend_from_slice(&wrong);
        let list = Counted::list(&wrong, 4);
        let are = if wrong.len() == 1 {
            "value is"
        } else {
            "values are"
        };
        let message = format!("the {are} not {}: {list}{}", case.word(), used.users.by());
        let spot = Spot {
            span: first.span(),
            ..used.shape.spot
        };
        crowd.wrong(survey.place(spot), first.written(), message);
    }
    let all = format!("have values that are not {}", case.word());
    crowd.tell(
        findings,
        &all,
        &format!(
            "write values in capitals with underscores, such as `IN_PROGRESS`; if consumers know them already, say in guild.toml how they are written, `[api] values = \"{}\"`",
            Case::of_most(&all_wrong).unwrap_or(Case::Snake).word()
        ),
    );
}

/// Lists the values if they are names: not versions, media types, symbols or sentences.
fn words<'a>(survey: &'a Survey, shape: &Shape) -> Vec<View<'a>> {
    let values = shape.values.iter().flatten();
    let views: Vec<View<'_>> = values
        .filter_map(|value| survey.contract.view(*value))
        .collect();
    let is_name = |view: &View<'_>| {
        let word = view.text().unwrap_or("");
        let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
        word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && word.chars().all(is_fine)
    };
    if views
        .iter()
        .filter(|view| view.text().is_some())
        .all(is_name)
    {
        views.into_iter().filter(is_name).collect()
    } else {
        Vec::new()
    }
}
