//! What was sent to one operation and answered, as the rules judge it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use guild_check::{Place, Span};

use super::exchange::{Answered, Exchange, Intent};
use crate::contract::{Answer, Contract, Endpoint, ShapeId, Spot, Status};
use crate::conventions::Conventions;
use crate::survey::{List, Survey};
use crate::tree::View;

/// What one operation was tried with; the whole server, where no operation is named.
#[derive(Debug)]
pub struct Record {
    /// The contract.
    pub contract: Arc<Contract>,
    /// What it calls things by agreement.
    pub conventions: Conventions,
    /// The operation, by its index in [`Contract::endpoints`].
    pub index: Option<usize>,
    /// What was sent and answered, in its order.
    pub exchanges: Vec<Exchange>,
    /// The changes that were tried.
    pub changes: Vec<Change>,
    /// The list that it hands out.
    pub list: Option<List>,
    /// The body that most errors of the contract have.
    pub error_shape: Option<ShapeId>,
    /// Why it was not tried as it is meant.
    pub not_run: Option<String>,
    /// What else is worth knowing.
    pub note: Option<String>,
    /// Whether whoever started the run kept it from being tried.
    pub is_left_out: bool,
    /// How long its requests took.
    pub took: Duration,
}

/// A field that was changed alone: which exchanges tell of it.
#[derive(Clone, Debug)]
pub struct Change {
    /// The field.
    pub field: String,
    /// All fields that a client may set.
    pub settable: Vec<String>,
    /// The value that it was given.
    pub value: serde_json::Value,
    /// Where the thing was read before.
    pub before: usize,
    /// Where it was changed.
    pub change: usize,
    /// Where it was read afterwards.
    pub after: usize,
}

impl Record {
    /// Starts a record.
    pub(crate) fn new(survey: &Survey, index: Option<usize>) -> Self {
        Self {
            contract: Arc::clone(&survey.contract),
            conventions: survey.conventions.clone(),
            index,
            exchanges: Vec::new(),
            changes: Vec::new(),
            list: survey
                .lists
                .iter()
                .find(|list| Some(list.endpoint) == index)
                .cloned(),
            error_shape: survey.error_formats.first().map(|format| format.shape),
            not_run: None,
            note: None,
            is_left_out: false,
            took: Duration::ZERO,
        }
    }

    /// Gives the operation.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        self.contract.endpoints.get(self.index?)
    }

    /// Gives method and path.
    pub fn title(&self) -> String {
        self.endpoint()
            .map_or_else(|| "the server".to_owned(), Endpoint::title)
    }

    /// Gives what a message begins with.
    pub fn subject(&self) -> String {
        match self.endpoint() {
            Some(endpoint) => format!("`{}`", endpoint.title()),
            None => self.title(),
        }
    }

    /// Points at the operation in the contract.
    pub fn place(&self) -> Place {
        let top = Spot {
            file: 0,
            span: Span::default(),
        };
        self.contract
            .place(self.endpoint().map_or(top, |endpoint| endpoint.spot))
    }

    /// Lists the requests that were answered.
    pub fn answers(&self) -> impl Iterator<Item = (&Exchange, &Answered)> {
        self.exchanges
            .iter()
            .filter_map(|exchange| Some((exchange, exchange.answer()?)))
    }

    /// Lists the answers that are errors.
    pub fn errors(&self) -> impl Iterator<Item = (&Exchange, &Answered)> {
        self.answers().filter(|(_, answer)| answer.status >= 400)
    }

    /// Finds what the contract says of a status.
    pub fn declared(&self, status: u16) -> Option<&Answer> {
        let answers = &self.endpoint()?.answers;
        let find = |wanted: Status| answers.iter().find(move |answer| answer.status == wanted);
        let class = u8::try_from(status / 100).unwrap_or(0);
        find(Status::One(status))
            .or_else(|| find(Status::Class(class)))
            .or_else(|| find(Status::Default))
    }

    /// Lists the pages that were read, with the number and the size that were asked for.
    pub fn pages(&self) -> impl Iterator<Item = Page<'_>> {
        self.answers().filter_map(|(exchange, answer)| {
            let (page, size, is_beyond) = match exchange.intent {
                Intent::Page { page, size } => (page, size, false),
                Intent::PageBeyond { page, size } => (page, size, true),
                _ => return None,
            };
            Some(Page {
                exchange,
                answer,
                page,
                size,
                is_beyond,
            })
        })
    }

    /// Lists the items of a page.
    pub fn items<'a>(&self, answer: &'a Answered) -> Option<Vec<View<'a>>> {
        let body = answer.json()?;
        let list = match self.list.as_ref()?.field.as_deref() {
            Some(field) => body.get(field)?,
            None => body,
        };
        list.is_list().then(|| list.items().collect())
    }

    /// Gives a number beside the items of a page, by the name that the rules know it by.
    pub fn number(&self, answer: &Answered, name: &str) -> Option<u64> {
        let number = answer.json()?.get(self.conventions.name(name))?.number()?;
        (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
    }

    /// Counts what was sent, by its kind.
    pub(super) fn sent(&self) -> BTreeMap<&'static str, usize> {
        let mut sent = BTreeMap::new();
        for exchange in &self.exchanges {
            *sent.entry(exchange.intent.kind()).or_insert(0) += 1;
        }
        sent
    }
}

/// A page that was read.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The request and the answer.
    pub exchange: &'a Exchange,
    /// The answer.
    pub answer: &'a Answered,
    /// Which page was asked for.
    pub page: u64,
    /// How many items were asked for.
    pub size: u64,
    /// Whether it is behind the last.
    pub is_beyond: bool,
}
