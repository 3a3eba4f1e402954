//! Holding the rules on a running server against their pages.
//!
//! An example is what went over the wire, against the contract of tasks that the skill teaches: a line `# …` says why a
//! request is sent, then come the request and its answer.

use std::sync::Arc;

use guild_check::rule::Rule;
use guild_check::{Findings, Source};

use crate::contract::Location;
use crate::live::{Answered, Broken, Change, Exchange, Got, Header, Intent, Record, Sent};
use crate::sample::VariationKind;
use crate::{Conventions, Loading, Survey};

const TASKS: &str =
    include_str!("../../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

/// What no contract of the skill has: headers.
const COMMENTS: &str = "
  /api/comments:
    post:
      responses:
        '201':
          description: Made.
          headers:
            Location: { required: true, schema: { type: string } }
            Retry-After: { schema: { type: integer } }
          content: { application/json: { schema: { type: object } } }
";

pub(in crate::rules) fn prove(rule: &Rule<Record>) {
    let text = TASKS.replace("\ncomponents:\n", &format!("{COMMENTS}\ncomponents:\n"));
    let contract = crate::parse(&Source::new("tasks.openapi.yaml", text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let mut findings = Findings::new();
        guild_check::rule::run(
            std::slice::from_ref(rule),
            &record(&survey, &example.content),
            &mut findings,
        );
        findings.into_sorted()
    });
}

fn record(survey: &Survey, text: &str) -> Record {
    let exchanges: Vec<Exchange> = text.split("# ").skip(1).map(exchange).collect();
    let first = exchanges
        .iter()
        .find(|exchange| !matches!(exchange.intent, Intent::AfterMaking | Intent::BeforeChange));
    let index = first.and_then(|first| operation(survey, first));
    let mut record = Record::new(survey, index);
    if let [before, change, after] = exchanges.as_slice()
        && change.intent == Intent::Change
    {
        assert!(before.intent == Intent::BeforeChange && after.intent == Intent::AfterChange);
        let body: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(change.sent.body.as_deref().unwrap()).unwrap();
        let (field, value) = body.into_iter().next().unwrap();
        let settable = ["title", "notes", "priority", "isPinned"]
            .map(str::to_owned)
            .to_vec();
        record.changes.push(Change {
            field,
            settable,
            value,
            before: 0,
            change: 1,
            after: 2,
        });
    }
    record.exchanges = exchanges;
    record
}

fn operation(survey: &Survey, exchange: &Exchange) -> Option<usize> {
    let path = exchange.sent.target.split('?').next()?;
    let mut endpoints = survey.contract.endpoints.iter();
    endpoints.position(|endpoint| {
        let wanted = endpoint.path.text.split('/');
        let is_path = wanted.clone().count() == path.split('/').count()
            && wanted
                .zip(path.split('/'))
                .all(|(wanted, given)| wanted == given || wanted.starts_with('{'));
        let has_place = endpoint
            .parameters
            .iter()
            .any(|parameter| parameter.location == Location::Path);
        let is_method = endpoint.method.word() == exchange.sent.method
            || (exchange.intent == Intent::WrongMethod && has_place);
        is_path && is_method
    })
}

fn exchange(text: &str) -> Exchange {
    let (why, rest) = text.split_once('\n').unwrap();
    let (line, rest) = rest.split_once('\n').unwrap();
    let (method, target) = line.split_once(' ').unwrap();
    let at = rest
        .find("HTTP/1.1 ")
        .or(rest.find("(nothing came)"))
        .expect("an example has an answer");
    let (sent, answer) = rest.split_at(at);
    let body = Some(sent.trim().to_owned()).filter(|body| !body.is_empty());
    Exchange {
        intent: intent(why),
        given: why.to_owned(),
        sent: Sent {
            method: method.to_owned(),
            target: target.to_owned(),
            headers: Vec::new(),
            secrets: Vec::new(),
            body,
        },
        got: got(answer),
        again: String::new(),
    }
}

fn got(text: &str) -> Got {
    let Some(rest) = text.strip_prefix("HTTP/1.1 ") else {
        return Got::Nothing(Broken::Unreadable("the connection ended".to_owned()));
    };
    let (head, body) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let mut lines = head.lines();
    let status = lines.next().unwrap()[..3].parse().unwrap();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        Header {
            name: name.to_lowercase(),
            value: value.to_owned(),
        }
    });
    Got::Answer(Answered::new(
        status,
        headers.collect(),
        body.trim().to_owned(),
        true,
    ))
}

fn intent(why: &str) -> Intent {
    let numbers = || -> Vec<u64> {
        why.split([' ', ','])
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    match why.split(':').next().unwrap() {
        "a valid request" => Intent::Valid,
        "a malformed body" => Intent::Malformed,
        "an invalid body" => Intent::WrongBody(VariationKind::Limit),
        "an invalid query" => Intent::WrongInput(VariationKind::Limit),
        "nothing there" => Intent::Missing,
        "no credentials" => Intent::Unproved,
        "an unknown route" => Intent::UnknownRoute,
        "a wrong method" => Intent::WrongMethod,
        "before the change" => Intent::BeforeChange,
        "the change" => Intent::Change,
        "after the change" => Intent::AfterChange,
        "just made" => Intent::AfterMaking,
        "just taken away" => Intent::AfterRemoval,
        page if page.starts_with("page ") => match numbers().as_slice() {
            [page, size] if why.contains("behind") => Intent::PageBeyond {
                page: *page,
                size: *size,
            },
            [page, size] => Intent::Page {
                page: *page,
                size: *size,
            },
            _ => panic!("{why}"),
        },
        other => panic!("no request is sent for the reason `{other}`"),
    }
}
