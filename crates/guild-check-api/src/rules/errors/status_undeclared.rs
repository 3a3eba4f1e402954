//! An operation declares the errors that its inputs and its security bring with them.

use guild_check::{Findings, Severity};

use super::meaning::{MEANINGS, Meaning};
use crate::contract::{
    Contract, Endpoint, Limits, Location, Method, Origin, Parameter, ShapeId, Status, Types,
};
use crate::survey::{Counted, Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    if survey.errors().next().is_none() {
        silent(survey, findings);
    } else {
        each_status(survey, findings);
    }
}

/// Tells of a contract in which no operation says how it fails: that is one decision, and not one for each status.
fn silent(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("operations", Severity::Warning);
    for endpoint in survey.endpoints().filter(|call| !call.answers.is_empty()) {
        let lacking = MEANINGS
            .iter()
            .filter(|meaning| why(survey, endpoint, meaning.status).is_some());
        let lacking: Vec<String> = lacking.map(|meaning| meaning.status.to_string()).collect();
        let statuses = Counted::list(&lacking, lacking.len()).replace('`', "");
        let message = format!("`{}` does not declare {statuses}", endpoint.title());
        crowd.judge_call(survey, endpoint, Some(message));
    }
    let all = MEANINGS.map(|meaning| format!("{} ({})", meaning.status, meaning.name));
    let help = format!(
        "define one error body under `components`, and declare with it what each can answer: {}",
        all.join(", ")
    );
    crowd.tell(findings, "do not say how they fail", &help);
}

fn each_status(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    let mut lacking: Vec<Vec<(Meaning, &str)>> = vec![Vec::new(); contract.endpoints.len()];
    for meaning in MEANINGS {
        let status = meaning.status;
        let mut crowd = Crowd::new("operations that can answer it", Severity::Warning);
        let mut alone = Vec::new();
        for (index, endpoint) in contract.endpoints.iter().enumerate() {
            // One that does not say what it answers at all is told as such.
            let is_judged = endpoint.origin == Origin::Path && !endpoint.answers.is_empty();
            let why = why(survey, endpoint, status).filter(|_| is_judged);
            let Some(why) = why else {
                continue;
            };
            crowd.judge();
            if !is_declared(endpoint, status) {
                alone.push((index, why));
                let title = endpoint.title();
                let message = format!("`{title}` does not declare {status}: it {why}");
                crowd.wrong(survey.place(endpoint.spot), title, message);
            }
        }
        if crowd.is_one() {
            let all = format!("do not declare {status}, {}", meaning.name);
            let help = format!("add {status} with the error body");
            crowd.tell(findings, &all, &help);
        } else {
            for (index, why) in alone {
                lacking[index].push((meaning, why));
            }
        }
    }
    for (endpoint, lacking) in contract.endpoints.iter().zip(lacking) {
        tell(survey, endpoint, &lacking, findings);
    }
}

/// Files what one operation lacks.
fn tell(
    survey: &Survey,
    endpoint: &Endpoint,
    lacking: &[(Meaning, &str)],
    findings: &mut Findings,
) {
    if lacking.is_empty() {
        return;
    }
    let statuses: Vec<String> = lacking
        .iter()
        .map(|(meaning, _)| meaning.status.to_string())
        .collect();
    let statuses = Counted::list(&statuses, lacking.len()).replace('`', "");
    let why = lacking
        .iter()
        .map(|(meaning, why)| format!("{} ({}): it {why}", meaning.status, meaning.name));
    let why: Vec<String> = why.collect();
    let title = endpoint.title();
    findings
        .warning(
            survey.place(endpoint.spot),
            format!("`{title}` does not declare {statuses}"),
        )
        .help(format!("add with the error body {}", why.join("; ")))
        .stands_for(lacking.len());
}

fn is_declared(endpoint: &Endpoint, status: u16) -> bool {
    endpoint.answers.iter().any(|answer| match answer.status {
        Status::One(other) => other == status,
        Status::Class(class) => u16::from(class) == status / 100,
        Status::Default => endpoint.is_error(answer),
    })
}

/// Says why an operation can answer a status; none if nothing in the contract says so.
fn why(survey: &Survey, endpoint: &Endpoint, status: u16) -> Option<&'static str> {
    let contract = &*survey.contract;
    let body = body(endpoint);
    let is_secured = || {
        endpoint
            .security
            .as_ref()
            .is_some_and(|security| !security.is_open())
    };
    let is_true = match status {
        400 => return malformed(contract, endpoint),
        401 | 403 => is_secured(),
        404 => endpoint
            .parameters
            .iter()
            .any(|parameter| parameter.location == Location::Path),
        409 => return clash(survey, endpoint),
        422 => {
            let breaks_rule = |parameter: &Parameter| {
                let is_in_path = parameter.location == Location::Path;
                !is_in_path
                    && parameter
                        .shape
                        .is_some_and(|shape| has_rule(contract, shape))
            };
            body.is_some_and(|body| has_rules(contract, body))
                || endpoint.parameters.iter().any(breaks_rule)
        }
        _ => true,
    };
    is_true.then_some(match status {
        401 | 403 => "needs a credential",
        404 => "names a thing in its path",
        422 => "takes input with rules",
        _ => "can fail for no fault of the caller",
    })
}

/// A body can be no JSON; a parameter that is no plain text can be no number, no date and so on.
fn malformed(contract: &Contract, endpoint: &Endpoint) -> Option<&'static str> {
    if endpoint.body.is_some() {
        return Some("takes a body");
    }
    let is_typed = |parameter: &&Parameter| {
        let is_read = matches!(parameter.location, Location::Query | Location::QueryString);
        let types = parameter.shape.map(|shape| contract.types(shape));
        is_read && types.is_some_and(|types| !types.is_empty() && !types.has(Types::STRING))
    };
    let found = endpoint.parameters.iter().find(is_typed);
    found.map(|_| "takes parameters that are no plain text")
}

/// What the contract itself says of clashes: a version that must still be the last, a key that makes a call happen once,
/// and a thing whose key the client chooses.
fn clash(survey: &Survey, endpoint: &Endpoint) -> Option<&'static str> {
    if matches!(
        endpoint.method,
        Method::Get | Method::Head | Method::Options
    ) {
        return None;
    }
    let has_header = |name: &str| {
        endpoint.parameters.iter().any(|parameter| {
            parameter.location == Location::Header && parameter.name.text.eq_ignore_ascii_case(name)
        })
    };
    if has_header("If-Match") || has_header("If-Unmodified-Since") {
        // Such a call may say that it is refused in the words of HTTP itself.
        return (!is_declared(endpoint, 412))
            .then_some("changes what is still as the caller saw it");
    }
    if has_header("Idempotency-Key") {
        return Some("takes an `Idempotency-Key`");
    }
    let key = chosen_key(survey, endpoint)?;
    let contract = &*survey.contract;
    let fields = contract.fields(body(endpoint)?);
    let field = fields
        .list
        .into_iter()
        .find(|field| *field.name.text == *key)?;
    let parts = contract.parts(field.shape);
    let is_chosen =
        field.is_required && !parts.iter().any(|part| contract.shape(*part).is_read_only);
    is_chosen.then_some("makes a thing whose key the caller chooses")
}

/// Finds what the items of a collection are found by, if it is not made by the server.
fn chosen_key<'a>(survey: &'a Survey, endpoint: &Endpoint) -> Option<&'a str> {
    if endpoint.method != Method::Post {
        return None;
    }
    let item = survey.item_of(&endpoint.path.text)?;
    let (_, key) = item.path.text.rsplit_once('/')?;
    key.strip_prefix('{')?.strip_suffix('}')
}

fn body(endpoint: &Endpoint) -> Option<ShapeId> {
    endpoint.body.as_ref()?.named()?.shape
}

fn has_rules(contract: &Contract, shape: ShapeId) -> bool {
    let fields = contract.fields(shape);
    has_rule(contract, shape)
        || fields
            .list
            .iter()
            .any(|field| field.is_required || has_rule(contract, field.shape))
}

fn has_rule(contract: &Contract, shape: ShapeId) -> bool {
    let parts = contract.parts(shape);
    parts.iter().any(|part| {
        let shape = contract.shape(*part);
        let Limits {
            minimum,
            maximum,
            multiple_of,
            shortest,
            longest,
            pattern,
            is_unique,
        } = &shape.limits;
        let is_boolean = shape.types == Types::BOOLEAN;
        (shape.values.is_some() && !is_boolean)
            || minimum.is_some()
            || maximum.is_some()
            || multiple_of.is_some()
            || shortest.is_some()
            || longest.is_some()
            || pattern.is_some()
            || *is_unique
    })
}
