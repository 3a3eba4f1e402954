//! Many documents at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Contract, Date};
use crate::{Finding, Markdown, Source};

/// Below this, starting a thread takes longer than the work.
const DOCUMENTS_PER_THREAD: usize = 8;

/// Holds documents against a contract, on all cores; the findings stand in the order of the documents.
pub fn check_all(contract: &Arc<Contract>, sources: &[Source], today: Date) -> Vec<Finding> {
    let check = |source: &Source| contract.check(&Arc::new(Markdown::parse(source)), today);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(sources.len().div_ceil(DOCUMENTS_PER_THREAD));
    if threads < 2 {
        return sources.iter().flat_map(check).collect();
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(sources.len()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // One document at a time, so that a long one holds nobody up.
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(index) else {
                        return;
                    };
                    let findings = check(source);
                    let mut found = found.lock().unwrap_or_else(|lock| lock.into_inner());
                    found.push((index, findings));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(|lock| lock.into_inner());
    found.sort_by_key(|(index, _)| *index);
    found
        .into_iter()
        .flat_map(|(_, findings)| findings)
        .collect()
}
