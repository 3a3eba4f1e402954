//! Many items at a time, on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Below this, starting a thread takes longer than the work.
const ITEMS_PER_THREAD: usize = 4;

/// Does the same with each item, on all cores; the results stand in the order of the items.
///
/// An item goes to whoever is free: a document of 50 MB does not hold up those that would have been shared out with it.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(items.len().div_ceil(ITEMS_PER_THREAD));
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else {
                        return;
                    };
                    let result = work(item);
                    let mut results = results.lock().unwrap_or_else(|lock| lock.into_inner());
                    results.push((index, result));
                }
            });
        }
    });
    let mut results = results
        .into_inner()
        .unwrap_or_else(|lock| lock.into_inner());
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
        assert_eq!(on_all_cores(&items, |item| item * item), squares);
        assert_eq!(on_all_cores(&[7], |item| item + 1), [8]);
        assert!(on_all_cores(&[], |item: &usize| *item).is_empty());
    }
}
