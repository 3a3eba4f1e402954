//! Fields and query parameters are written in one case.

use guild_check::{Findings, Severity};

use super::words::words;
use crate::conventions::Case;
use crate::survey::{Counted, Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let case = survey.conventions.fields;
    let mut crowd = Crowd::new("names of fields and query parameters", Severity::Error);
    let mut names: Vec<_> = survey.names().into_iter().collect();
    names.sort_by_key(|(_, known)| std::cmp::Reverse(known.count));
    let mut wrong = Vec::new();
    for (name, known) in names {
        crowd.judge();
        if case.fits(name) || survey.conventions.is_allowed(name) {
            continue;
        }
        let at = match known.count {
            1 => String::new(),
            count => format!(" ({} in all)", Counted(count, "place")),
        };
        let message = format!(
            "`{name}` is not {}: `{}`{at}",
            case.word(),
            written(name, case)
        );
        wrong.push(name);
        crowd.wrong(survey.place(known.spot), name, message);
    }
    let all = format!("are not {}", case.word());
    crowd.tell(
        findings,
        &all,
        &format!(
            "write it so; if consumers know the names already, say in guild.toml how the contract writes them, `[api] fields = \"{}\"`, or allow a name under `[api.allowed]`",
            Case::of_most(&wrong).unwrap_or(Case::Snake).word()
        ),
    );
}

fn written(name: &str, case: Case) -> String {
    let words = words(name);
    let capital = |word: &String| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    match case {
        Case::Camel => {
            let (first, rest) = words.split_at(words.len().min(1));
            first.concat() + &rest.iter().map(capital).collect::<String>()
        }
        Case::Pascal => words.iter().map(capital).collect(),
        Case::Snake => words.join("_"),
        Case::Kebab => words.join("-"),
        Case::UpperSnake => words.join("_").to_uppercase(),
    }
}
