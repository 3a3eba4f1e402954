//! What was said over HTTP while an example ran.

use std::sync::{Arc, Mutex, PoisonError};

use super::documented::path_of;

/// A request and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The method of the request.
    pub method: String,
    /// The path of the request with its query.
    pub target: String,
    /// The status of the answer; nothing if there was none.
    pub status: Option<u16>,
    /// Why the answer is missing or broken.
    pub fault: Option<String>,
    /// Where the answer sends the caller instead, as the server wrote it.
    pub location: Option<String>,
    /// The media type of the answer, in lower case, without parameters.
    pub media_type: String,
    /// The start of the answer's body.
    pub body: Vec<u8>,
    /// Whether `body` is all of it.
    pub is_whole: bool,
}

/// The exchanges of the example that runs, shared by the connections of its document.
#[derive(Clone, Debug, Default)]
pub(super) struct Records(Arc<Mutex<Vec<Record>>>);

/// An exchange that may not be over yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Record(Arc<Mutex<Exchange>>);

impl Exchange {
    /// Tells whether the request goes to an address, be it whole or relative.
    pub(super) fn is_at(&self, address: &str) -> bool {
        let path = path_of(address).trim_start_matches("./");
        !path.is_empty() && path_of(&self.target).ends_with(path)
    }
}

impl Records {
    /// Starts a record.
    pub(super) fn start(&self, method: &str, target: &str) -> Record {
        let record = Record::default();
        record.change(|exchange| {
            exchange.method = method.to_owned();
            exchange.target = target.to_owned();
        });
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(record.clone());
        record
    }

    /// Gives up what was recorded so far.
    pub(super) fn take(&self) -> Vec<Exchange> {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let records = std::mem::take(&mut *list);
        records.iter().map(Record::copy).collect()
    }
}

impl Record {
    /// Writes down what happened.
    pub(super) fn change(&self, write: impl FnOnce(&mut Exchange)) {
        write(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn copy(&self) -> Exchange {
        let exchange = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        exchange.clone()
    }
}
