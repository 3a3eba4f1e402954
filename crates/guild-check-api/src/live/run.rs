//! One run: what is left of it, what is known of the server, and what was written down.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use super::budget::Budget;
use super::curl;
use super::draft::{Draft, Proof};
use super::exchange::{Broken, Exchange, Got, Header, Intent, Sent};
use super::known::{Known, Source};
use super::order::{self, nameless};
use super::record::Record;
use super::trial;
use super::wire::Wire;
use super::{LiveOptions, Unreachable};
use crate::Survey;
use crate::contract::{Contract, Endpoint, Method, Origin};
use crate::sample::{Chance, Sampler, Taste};

/// What a run wrote down.
pub(super) struct Tried {
    /// What is about no operation.
    pub(super) server: Record,
    /// The operations, in the order of the contract.
    pub(super) records: Vec<Record>,
    /// What was made and is still there.
    pub(super) left: Vec<String>,
}

/// A run.
pub(super) struct Run<'a> {
    pub(super) contract: Arc<Contract>,
    pub(super) survey: &'a Survey,
    pub(super) options: &'a LiveOptions,
    wire: Wire<'a>,
    budget: Budget,
    share: usize,
    pub(super) known: Known,
    records: HashMap<usize, Record>,
    /// The requests that worked, by their operation.
    pub(super) bases: HashMap<usize, Draft>,
    /// What the run made: the path without names, and the values in it.
    made: Vec<(String, Vec<String>)>,
    /// How often something was made that has no path, by the path at which it was.
    pathless: BTreeMap<String, usize>,
}

/// Tries all operations.
pub(super) fn run(survey: &Survey, options: &LiveOptions) -> Result<Tried, Unreachable> {
    let contract = Arc::clone(&survey.contract);
    let server = contract.servers.first().map(|server| &*server.text);
    let target = options.target.clone().below(server);
    let limits = options.limits;
    let lists: Vec<usize> = survey.lists.iter().map(|list| list.endpoint).collect();
    let order = order::order(&contract, &lists);
    let budget = Budget::new(limits);
    let mut run = Run {
        known: Known::of(&contract),
        contract,
        survey,
        options,
        wire: Wire::new(
            target,
            &options.credentials,
            limits.request_time,
            limits.body_bytes,
        ),
        share: budget.share(order.len()),
        budget,
        records: HashMap::new(),
        bases: HashMap::new(),
        made: Vec::new(),
        pathless: BTreeMap::new(),
    };
    let server = run.knock()?;
    for index in &order {
        run.timed(*index, trial::explore);
    }
    for index in &order {
        run.timed(*index, trial::probe);
    }
    let left = run.tidy_up();
    let mut all: Vec<(usize, Record)> = run.records.into_iter().collect();
    all.sort_by_key(|(index, _)| *index);
    Ok(Tried {
        server,
        records: all.into_iter().map(|(_, record)| record).collect(),
        left,
    })
}

impl Run<'_> {
    /// Asks for what there is not: whether anything listens, and what it says of unknown routes.
    fn knock(&mut self) -> Result<Record, Unreachable> {
        let mut record = Record::new(self.survey, None);
        let secured = self.contract.endpoints.iter().find(|endpoint| {
            let needs = super::draft::needed(endpoint, &self.options.credentials);
            endpoint.origin == Origin::Path && needs.is_ok_and(|needs| !needs.is_empty())
        });
        let nothing = Draft::empty();
        let secrets = secured.map(|endpoint| {
            let to = (&*self.contract, endpoint);
            nothing
                .sent(to, "", &self.options.credentials, Proof::Given)
                .secrets
        });
        let sent = Sent {
            method: "GET".to_owned(),
            target: format!(
                "{}{}/guild-no-such-route",
                self.wire.target().base(),
                common(&self.contract)
            ),
            headers: vec![accept()],
            secrets: secrets.unwrap_or_default(),
            body: None,
        };
        let exchange = self.exchange(
            Intent::UnknownRoute,
            "a route that there is not".to_owned(),
            sent,
        );
        if let Got::Nothing(Broken::NotListening(reason)) = &exchange.got {
            return Err(Unreachable {
                url: self.wire.target().to_string(),
                reason: reason.clone(),
            });
        }
        record.exchanges.push(exchange);
        Ok(record)
    }

    fn timed(&mut self, index: usize, what: fn(&mut Run<'_>, usize)) {
        let started = Instant::now();
        self.record(index);
        what(self, index);
        self.record(index).took += started.elapsed();
    }

    /// Gives an operation. It is held apart from the run, which goes on changing.
    pub(super) fn contract(&self) -> Arc<Contract> {
        Arc::clone(&self.contract)
    }

    /// Gives the record of an operation.
    pub(super) fn record(&mut self, index: usize) -> &mut Record {
        let survey = self.survey;
        self.records
            .entry(index)
            .or_insert_with(|| Record::new(survey, Some(index)))
    }

    /// Makes values for an operation; the same seed makes the same ones, whatever else is in the contract.
    pub(super) fn sampler<'c>(
        &self,
        contract: &'c Contract,
        index: usize,
        part: &str,
        taste: Taste,
    ) -> Sampler<'c> {
        let title = contract
            .endpoints
            .get(index)
            .map(Endpoint::title)
            .unwrap_or_default();
        let mut sampler = Sampler::new(contract, 0, taste);
        sampler.chance = Chance::named(self.options.seed, &format!("{title} {part}"));
        sampler
    }

    /// Says why nothing more is sent to an operation; none while there is something left.
    pub(super) fn end(&mut self, index: usize) -> Option<String> {
        if let Some(reason) = self.budget.end() {
            return Some(reason);
        }
        let (share, sent) = (self.share, self.record(index).exchanges.len());
        (sent >= share).then(|| format!("its share of the requests, {share}, was sent"))
    }

    /// Sends a request to an operation and writes it down; gives the status, none where nothing was sent or answered.
    pub(super) fn send(
        &mut self,
        index: usize,
        (intent, given): (Intent, String),
        draft: &Draft,
        proof: Proof,
    ) -> Option<u16> {
        let contract = self.contract();
        let endpoint = contract.endpoints.get(index)?;
        let mut sent = draft.sent(
            (&contract, endpoint),
            self.wire.target().base(),
            &self.options.credentials,
            proof,
        );
        sent.headers.push(accept());
        self.send_as_is(index, (intent, given), sent, Some(draft))
    }

    /// Sends what is written already.
    pub(super) fn send_as_is(
        &mut self,
        index: usize,
        (intent, given): (Intent, String),
        sent: Sent,
        draft: Option<&Draft>,
    ) -> Option<u16> {
        if self.end(index).is_some() {
            return None;
        }
        let is_known = self
            .record(index)
            .exchanges
            .iter()
            .any(|other| other.sent == sent && other.intent == intent);
        // Making twice, and reading before and after a change, is meant.
        if is_known
            && matches!(
                intent,
                Intent::WrongBody(_) | Intent::WrongInput(_) | Intent::Missing
            )
        {
            return None;
        }
        let exchange = self.exchange(intent, given, sent);
        let status = exchange.answer().map(|answer| answer.status);
        self.record(index).exchanges.push(exchange);
        if let Some(draft) = draft {
            self.learn(index, draft);
        }
        status
    }

    fn exchange(&mut self, intent: Intent, given: String, sent: Sent) -> Exchange {
        let got = self.wire.exchange(&sent);
        match &got {
            Got::Answer(answer) => self.budget.count(answer.body.len()),
            Got::Nothing(broken) => self.budget.count_silence(broken.to_string()),
        }
        Exchange {
            intent,
            given: self.options.credentials.redacted(given),
            again: self
                .options
                .credentials
                .redacted(curl::command(self.wire.target(), &sent)),
            sent,
            got,
        }
    }

    /// Lists what the run made and is there still: the path without names, and the values in it.
    pub(super) fn made(&self) -> &[(String, Vec<String>)] {
        &self.made
    }

    /// Takes in what the last answer tells of what there is.
    fn learn(&mut self, index: usize, draft: &Draft) {
        let contract = self.contract();
        let Some(endpoint) = contract.endpoints.get(index) else {
            return;
        };
        let survey = self.survey;
        let list = survey.lists.iter().find(|list| list.endpoint == index);
        let Some(record) = self.records.get(&index) else {
            return;
        };
        let Some(answer) = record.exchanges.last().and_then(Exchange::answer) else {
            return;
        };
        if !(200..300).contains(&answer.status) {
            return;
        }
        let is_post = endpoint.method == Method::Post;
        let mut made: Vec<(String, Vec<String>)> = Vec::new();
        if let Some(body) = answer.json() {
            let field = list.map(|list| list.field.as_deref());
            made = self
                .known
                .learn(&contract, endpoint, &draft.address, body, field);
        }
        if is_post
            && made.is_empty()
            && let Some(link) = answer.header("location")
        {
            made.extend(self.known.learn_link(link, Source::Made));
        }
        match endpoint.method {
            // What stands below something goes with it.
            Method::Post if made.is_empty() && draft.address.is_empty() => {
                *self
                    .pathless
                    .entry(endpoint.path.text.to_string())
                    .or_default() += 1;
            }
            Method::Post => self.made.extend(made),
            Method::Delete => {
                self.known.forget(&endpoint.path.text, &draft.address);
                let key = nameless(&endpoint.path.text);
                self.made
                    .retain(|(path, values)| *path != key || *values != draft.address);
            }
            _ => {}
        }
    }

    /// Takes away what the run made, the last first; gives what stays.
    fn tidy_up(&mut self) -> Vec<String> {
        let made = std::mem::take(&mut self.made);
        self.budget.extend(made.len());
        let contract = self.contract();
        let mut left = Vec::new();
        for (path, values) in made.into_iter().rev() {
            let removal = contract.endpoints.iter().find(|endpoint| {
                endpoint.method == Method::Delete
                    && endpoint.origin == Origin::Path
                    && nameless(&endpoint.path.text) == path
            });
            let mut draft = Draft::empty();
            draft.address.clone_from(&values);
            let base = self.wire.target().base().to_owned();
            let is_gone = removal.is_some_and(|endpoint| {
                let sent = draft.sent((&contract, endpoint), &base, &self.options.credentials, Proof::Given);
                let got = self.wire.exchange(&sent);
                matches!(got, Got::Answer(answer) if answer.is_success() || matches!(answer.status, 404 | 410))
            });
            if !is_gone {
                let mut shown = path;
                for value in &values {
                    shown = shown.replacen("{}", value, 1);
                }
                left.push(self.options.credentials.redacted(shown));
            }
        }
        left.sort();
        let pathless = std::mem::take(&mut self.pathless).into_iter();
        left.extend(pathless.map(|(path, count)| format!("{count} made by POST {path}")));
        left
    }

    /// Gives the path below which the contract's paths stand on the server.
    pub(super) fn base(&self) -> String {
        self.wire.target().base().to_owned()
    }
}

/// What a program asks for.
pub(super) fn accept() -> Header {
    Header {
        name: "Accept".to_owned(),
        value: "application/json, */*;q=0.8".to_owned(),
    }
}

/// Gives the first part of all paths, if they share it: `/api`.
fn common(contract: &Contract) -> String {
    let first = |path: &str| path.split('/').nth(1).unwrap_or_default().to_owned();
    let called = contract
        .endpoints
        .iter()
        .filter(|endpoint| endpoint.origin == Origin::Path);
    let mut firsts: Vec<String> = called.map(|endpoint| first(&endpoint.path.text)).collect();
    firsts.dedup();
    match firsts.as_slice() {
        [only] if !only.contains('{') && contract.endpoints.len() > 1 => format!("/{only}"),
        _ => String::new(),
    }
}
