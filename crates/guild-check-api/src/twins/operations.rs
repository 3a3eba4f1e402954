//! The operations of two contracts: which both have, what goes in and what comes out.

use std::collections::HashMap;

use super::{Called, Comparison, DisagreementKind, Way, keys};
use crate::contract::{Answer, Contract, Endpoint, Location, Parameter, SchemeKind, Spot, Status};

impl Comparison<'_> {
    /// Compares all operations, and tells whether there is one that both have.
    pub(super) fn operations(&mut self) -> bool {
        let [openapi, typescript] = self.contracts;
        let keys = [keys(openapi), keys(typescript)];
        let mut by_key: HashMap<&str, usize> = HashMap::new();
        for (index, keys) in keys[1].iter().enumerate() {
            for key in keys {
                by_key.entry(key).or_insert(index);
            }
        }
        let mut pairs = Vec::new();
        let mut is_found = vec![false; keys[1].len()];
        for (index, keys) in keys[0].iter().enumerate() {
            let found = keys
                .iter()
                .find_map(|key| by_key.get(key.as_str()).copied());
            if let Some(found) = found {
                is_found[found] = true;
            }
            if !keys.is_empty() {
                pairs.push((index, found));
            }
        }
        if pairs.iter().all(|(_, found)| found.is_none()) {
            return false;
        }
        for (index, found) in pairs {
            let one = &openapi.endpoints[index];
            match found {
                Some(found) => self.operation(one, &typescript.endpoints[found]),
                None => self.lacks_operation(1, one),
            }
        }
        for (index, endpoint) in typescript.endpoints.iter().enumerate() {
            if !is_found[index] && !keys[1][index].is_empty() {
                self.lacks_operation(0, endpoint);
            }
        }
        true
    }

    fn lacks_operation(&mut self, lacking: usize, endpoint: &Endpoint) {
        let mut at = [Spot::default(); 2];
        at[1 - lacking] = endpoint.spot;
        let what = format!("`{}`", endpoint.title());
        self.missing(lacking, DisagreementKind::Operation, &what, at);
    }

    fn operation(&mut self, one: &Endpoint, other: &Endpoint) {
        self.parameters(one, other);
        self.body(one, other);
        self.answers(one, other);
    }

    fn parameters(&mut self, one: &Endpoint, other: &Endpoint) {
        let ends = [one, other];
        let mut lists = [0, 1].map(|side| compared(self.contracts[side], ends[side]));
        for parameter in std::mem::take(&mut lists[0]) {
            let same = lists[1].iter().position(|same| is_same(same, parameter));
            let Some(same) = same.map(|at| lists[1].swap_remove(at)) else {
                self.lacks_parameter(1, parameter, ends);
                continue;
            };
            let called = Called::new(whose(parameter, one));
            let at = [parameter.spot, same.spot];
            let required = [parameter.is_required, same.is_required];
            self.requirement(&called.words(), required, at);
            if let (Some(one), Some(other)) = (parameter.shape, same.shape) {
                self.shapes([one, other], Way::Sent, &called, at);
            }
        }
        for parameter in std::mem::take(&mut lists[1]) {
            self.lacks_parameter(0, parameter, ends);
        }
    }

    fn lacks_parameter(&mut self, lacking: usize, parameter: &Parameter, ends: [&Endpoint; 2]) {
        // The name of a path parameter is nobody's business but the contract's.
        if parameter.location == Location::Path {
            return;
        }
        let mut at = ends.map(|endpoint| endpoint.spot);
        at[1 - lacking] = parameter.spot;
        let what = whose(parameter, ends[lacking]);
        self.missing(lacking, DisagreementKind::Part, &what, at);
    }

    fn body(&mut self, one: &Endpoint, other: &Endpoint) {
        let holder = format!("the body of `{}`", one.title());
        let (first, second) = match (&one.body, &other.body) {
            (None, None) => return,
            (Some(first), Some(second)) => (first, second),
            (Some(body), None) => {
                return self.missing(1, DisagreementKind::Part, &holder, [body.spot, other.spot]);
            }
            (None, Some(body)) => {
                return self.missing(0, DisagreementKind::Part, &holder, [one.spot, body.spot]);
            }
        };
        let at = [first.spot, second.spot];
        self.requirement(&holder, [first.is_required, second.is_required], at);
        let shapes = [first, second].map(|body| body.named().and_then(|media| media.shape));
        if let [Some(first), Some(second)] = shapes {
            let called = Called::new(format!("in {holder}"));
            self.shapes([first, second], Way::Sent, &called, at);
        }
    }

    fn answers(&mut self, one: &Endpoint, other: &Endpoint) {
        let ends = [one, other];
        for side in [0, 1] {
            for answer in &ends[side].answers {
                let there = ends[1 - side];
                match there
                    .answers
                    .iter()
                    .find(|same| same.status == answer.status)
                {
                    Some(same) if side == 0 => self.answer(one, answer, same),
                    Some(_) => {}
                    None if is_covered(there, answer.status) => {}
                    None => {
                        let mut at = ends.map(|endpoint| endpoint.spot);
                        at[side] = answer.spot;
                        let what = whole(answer, one);
                        self.missing(1 - side, DisagreementKind::Part, &what, at);
                    }
                }
            }
        }
    }

    fn answer(&mut self, endpoint: &Endpoint, one: &Answer, other: &Answer) {
        let at = [one.spot, other.spot];
        let what = whole(one, endpoint);
        let shapes = [one, other].map(|answer| answer.json().and_then(|media| media.shape));
        match shapes {
            [Some(first), Some(second)] => {
                let called = Called::new(format!("in {what}"));
                self.shapes([first, second], Way::Received, &called, at);
            }
            // Another media type is what TypeScript has no words for.
            [None, Some(_)] if one.media.is_empty() => {
                let what = format!("the body of {what}");
                self.missing(0, DisagreementKind::Part, &what, at);
            }
            [Some(_), None] if other.media.is_empty() => {
                let what = format!("the body of {what}");
                self.missing(1, DisagreementKind::Part, &what, at);
            }
            [None | Some(_), None | Some(_)] => {}
        }
    }

    /// Tells if something must be there in one contract and need not be in the other.
    pub(super) fn requirement(&mut self, what: &str, is_required: [bool; 2], at: [Spot; 2]) {
        if is_required[0] != is_required[1] {
            let says = is_required.map(|is| if is { "is required" } else { "may be left out" });
            self.differs(DisagreementKind::Requirement, what, says, at);
        }
    }
}

/// Lists the parameters that both languages state as such: credentials and what HTTP itself negotiates have another
/// section in OpenAPI.
fn compared<'a>(contract: &Contract, endpoint: &'a Endpoint) -> Vec<&'a Parameter> {
    let is_credential = |parameter: &Parameter| {
        contract.schemes.iter().any(|scheme| {
            matches!(&scheme.kind, SchemeKind::ApiKey { location, name }
                if *location == parameter.location && **name == *parameter.name.text)
        })
    };
    let is_implied = |parameter: &Parameter| {
        let names = ["accept", "content-type", "authorization"];
        parameter.location == Location::Header
            && names
                .iter()
                .any(|name| parameter.name.text.eq_ignore_ascii_case(name))
    };
    let all = endpoint.parameters.iter();
    all.filter(|parameter| !is_credential(parameter) && !is_implied(parameter))
        .collect()
}

fn is_same(one: &Parameter, other: &Parameter) -> bool {
    let is_named_so = match one.location {
        Location::Header => one.name.text.eq_ignore_ascii_case(&other.name.text),
        Location::Path | Location::Query | Location::QueryString | Location::Cookie => {
            one.name.text == other.name.text
        }
    };
    one.location == other.location && is_named_so
}

fn whose(parameter: &Parameter, endpoint: &Endpoint) -> String {
    let part = match parameter.location {
        Location::Path => "path",
        Location::Query | Location::QueryString => "query",
        Location::Header => "headers",
        Location::Cookie => "cookies",
    };
    format!(
        "`{}` in the {part} of `{}`",
        parameter.name.text,
        endpoint.title()
    )
}

fn whole(answer: &Answer, endpoint: &Endpoint) -> String {
    let status = match answer.status {
        Status::One(status) => status.to_string(),
        Status::Class(class) => format!("{class}XX"),
        Status::Default => "default".to_owned(),
    };
    format!("the answer {status} of `{}`", endpoint.title())
}

/// Tells whether an operation answers a status under a wider one, or the statuses of a wider one by themselves.
fn is_covered(endpoint: &Endpoint, status: Status) -> bool {
    let class = |status| match status {
        Status::One(one) => Some(one / 100),
        Status::Class(class) => Some(u16::from(class)),
        Status::Default => None,
    };
    endpoint
        .answers
        .iter()
        .any(|answer| match (answer.status, status) {
            (Status::Default, _) | (_, Status::Default) => true,
            (Status::Class(_), _) | (_, Status::Class(_)) => class(answer.status) == class(status),
            (Status::One(_), Status::One(_)) => false,
        })
}
