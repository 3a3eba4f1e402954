//! The world in which the examples on rule pages run: nothing is started, the page says what happens.

use std::time::Duration;

use guild_check::rule::Rule;
use guild_check::spec::Example;
use guild_check::{Finding, Source};

use crate::Document;
use crate::examples::language::Runner;
use crate::examples::run::examine;
use crate::examples::{Documented, End, Exchange, Trial, Tried, Why, variables};

const ENDPOINT: &str = include_str!("../../spec/endpoint.md");

/// Proves a rule by the examples on its page. A block is an example of the sound document; the words of its info string
/// say what happens when it runs: `exit 7`, `answered 404`, `body {…}`, `calls GET:/path`, `missing bwrap`, `marked`.
/// What they leave out goes well.
pub(crate) fn prove(rule: &Rule<Tried>) {
    guild_check::spec::prove(rule.name, rule.page, findings);
}

fn findings(example: &Example) -> Vec<Finding> {
    let (start, rest) = ENDPOINT.split_once("### Basic").unwrap();
    let (_, end) = rest.split_once("## Edge cases").unwrap();
    let (language, code) = (&example.language, &example.content);
    let text = format!("{start}### Basic\n\n```{language}\n{code}```\n\n## Edge cases{end}");
    let documented = Documented::of(&Document::parse(&Source::new("document.md", text)));
    let trial = trial(&documented, &example.place);
    examine(Tried {
        documented,
        trials: vec![trial],
    })
    .findings
}

fn trial(documented: &Documented, place: &str) -> Trial {
    let script = documented.scripts[0].clone();
    let read = variables::read_by(&Runner::Sh, &script.code);
    let is_undeclared = |name: &String| !variables::is_named_in(&documented.prose, name);
    let mut trial = Trial {
        undeclared: read.into_iter().filter(is_undeclared).collect(),
        script,
        end: End::Exit(0),
        exchanges: vec![Exchange {
            method: "PATCH".to_owned(),
            target: "/api/tasks/tsk_01JD4Q8Z6T".to_owned(),
            status: Some(200),
            body: documented.shapes[0].to_string().into_bytes(),
            is_whole: true,
            ..Exchange::default()
        }],
        output: String::new(),
        is_cut: false,
        took: Duration::from_millis(30),
    };
    let (word, value) = place.split_once(' ').unwrap_or((place, ""));
    let exchange = &mut trial.exchanges[0];
    match word {
        "exit" => trial.end = End::Exit(value.parse().unwrap()),
        "answered" => exchange.status = Some(value.parse().unwrap()),
        "body" => exchange.body = value.as_bytes().to_vec(),
        "calls" => {
            let (method, target) = value.split_once(':').unwrap();
            (exchange.method, exchange.target) = (method.to_owned(), target.to_owned());
        }
        "missing" => trial.end = End::NotRun(Why::NoSandbox(format!("`{value}` is missing"))),
        "marked" => trial.end = End::NotRun(Why::Marked(String::new())),
        other => panic!("`{other}` is nothing that can happen"),
    }
    trial
}
