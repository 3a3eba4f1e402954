//! What is known of the thing to be documented.

use serde::Deserialize;

/// The six inputs of a document, and what else is known; a contract fills some of it, a brief and a person the rest.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Brief {
    /// What is documented: `POST /api/tasks`, or the signature of a function.
    pub(super) documented: Option<String>,
    /// What it does, in one or two plain sentences.
    pub(super) does: Option<String>,
    /// Who uses it, in which situation, to get what.
    #[serde(default)]
    pub(super) use_cases: Vec<String>,
    /// When another endpoint or function fits, with its name.
    #[serde(default)]
    pub(super) not_for: Vec<String>,
    /// What goes in; a list without entries says that nothing does.
    #[serde(rename = "input")]
    pub(super) inputs: Option<Vec<Input>>,
    /// What comes out when it works.
    pub(super) output: Option<Output>,
    /// What comes out when it fails.
    #[serde(rename = "error", default)]
    pub(super) errors: Vec<Failing>,
    /// The shape of the body of an error, in one sentence.
    pub(super) error_body: Option<String>,
    /// A call as it occurs.
    pub(super) call: Option<Code>,
    /// A call with the optional inputs that matter.
    pub(super) call_with_options: Option<Code>,
    /// What the calls need: the address of a server, variables, scopes.
    pub(super) examples_need: Option<String>,
    /// What surprises a caller.
    #[serde(default)]
    pub(super) gotchas: Gotchas,
    /// What lies beside it.
    #[serde(default)]
    pub(super) related: Vec<String>,
    /// What else comes out when it works, each with a status of its own, where the contract says so.
    #[serde(skip)]
    pub(super) more_outputs: Vec<Output>,
    /// The credential that the contract asks for, in one sentence.
    #[serde(skip)]
    pub(super) credential: Option<String>,
    /// The scopes that the contract asks for.
    #[serde(skip)]
    pub(super) scopes: Vec<String>,
    /// `Deprecated` or `Beta`, where the contract says so.
    #[serde(skip)]
    pub(super) state: Option<&'static str>,
}

/// One thing that goes in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Its name.
    pub(super) name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// Whether it must be given.
    #[serde(rename = "required")]
    pub(super) is_required: bool,
    /// Its place, format, valid values, default and effect.
    pub(super) description: Option<String>,
    /// What the contract says of it beside its description.
    #[serde(skip)]
    pub(super) facts: Vec<String>,
}

/// What comes out when it works.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Output {
    /// The status of an endpoint.
    pub(super) status: Option<u16>,
    /// The answer, or the value of a function, as JSON.
    pub(super) json: Option<String>,
    /// Whether the contract says what the answer looks like.
    #[serde(skip)]
    pub(super) has_body: bool,
    /// What the JSON does not say of a field, one line for each.
    #[serde(default)]
    pub(super) notes: Vec<String>,
}

/// One way to fail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failing {
    /// The status of an endpoint, or `raises`, `throws` and so on.
    pub(super) status: Status,
    /// The code, or the type of the error.
    pub(super) code: Option<String>,
    /// What the caller did, or what was so.
    pub(super) when: Option<String>,
    /// What the caller does about it.
    pub(super) action: Option<String>,
}

/// How a failure arrives.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(super) enum Status {
    /// As an HTTP status.
    Number(u16),
    /// As a language says it.
    Word(String),
}

/// A call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Code {
    /// The language of the block.
    pub(super) language: String,
    /// The lines.
    pub(super) code: String,
}

/// What surprises a caller.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gotchas {
    /// Which credential, in which header, with which scope or role; or `None, because …`.
    pub(super) authentication: Option<String>,
    /// What a repeated call does.
    pub(super) idempotency: Option<String>,
    /// What two callers at the same time get.
    pub(super) concurrency: Option<String>,
    /// The limit and its answer, or that there is none.
    pub(super) rate_limit: Option<String>,
    /// What is accepted, stored and returned, or that no time is involved.
    pub(super) time_zones: Option<String>,
    /// What else happens.
    pub(super) side_effects: Option<String>,
    /// What a reader of the types alone would get wrong.
    #[serde(default)]
    pub(super) surprises: Vec<String>,
}

/// Gives a text that says something.
pub(super) fn said(text: &Option<String>) -> Option<&str> {
    let text = text.as_deref()?.trim();
    (!text.is_empty()).then_some(text)
}

impl Gotchas {
    /// Says whether any is known.
    pub(super) fn is_known(&self) -> bool {
        let single = [
            &self.authentication,
            &self.idempotency,
            &self.concurrency,
            &self.rate_limit,
            &self.time_zones,
            &self.side_effects,
        ];
        single.into_iter().any(|text| said(text).is_some())
            || self.surprises.iter().any(|text| !text.trim().is_empty())
    }
}

impl Brief {
    /// Adds what a contract says: what is written by hand in words stays, what the contract knows exactly wins.
    pub(super) fn with_contract(mut self, contract: Self) -> Self {
        self.documented = contract.documented;
        self.more_outputs = contract.more_outputs;
        self.credential = contract.credential;
        self.scopes = contract.scopes;
        self.state = contract.state;
        self.inputs = Some(joined_inputs(
            contract.inputs.unwrap_or_default(),
            self.inputs.unwrap_or_default(),
        ));
        self.errors = joined_errors(contract.errors, self.errors);
        self.output = match (contract.output, self.output) {
            (Some(known), Some(written)) => Some(Output {
                status: known.status.or(written.status),
                json: said(&written.json).map(str::to_owned).or(known.json),
                has_body: known.has_body,
                notes: match written.notes.is_empty() {
                    true => known.notes,
                    false => written.notes,
                },
            }),
            (known, written) => known.or(written),
        };
        let open = contract.gotchas.authentication;
        self.gotchas.authentication = said(&self.gotchas.authentication)
            .map(str::to_owned)
            .or(open);
        self
    }
}

fn joined_inputs(mut known: Vec<Input>, written: Vec<Input>) -> Vec<Input> {
    for input in written {
        match known.iter_mut().find(|other| other.name == input.name) {
            Some(other) if said(&input.description).is_some() => {
                other.description = input.description;
            }
            Some(_) => {}
            None => known.push(input),
        }
    }
    known
}

/// Of a status of the contract that the brief has rows for, only codes are added that no row has.
fn joined_errors(known: Vec<Failing>, mut written: Vec<Failing>) -> Vec<Failing> {
    let is_told = |one: &Failing| {
        written.iter().any(|other| {
            other.status == one.status && (one.code.is_none() || other.code == one.code)
        })
    };
    let mut errors: Vec<Failing> = known.into_iter().filter(|one| !is_told(one)).collect();
    errors.append(&mut written);
    errors.sort_by_key(|one| match one.status {
        Status::Number(status) => status,
        Status::Word(_) => u16::MAX,
    });
    errors
}
