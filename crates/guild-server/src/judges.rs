//! The threads that unpack and judge what is uploaded, apart from those that answer.
//!
//! They last, because to make one for each upload takes about as long as to judge a small skill on it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

/// The stack of a thread that judges, in bytes: as much as the same check has on the command line.
const STACK_BYTES: usize = 8 * 1024 * 1024;

type Work = Box<dyn FnOnce() + Send>;

/// A number of threads, made when there is work for the first time. They end when this is dropped.
pub(crate) struct Judges {
    threads: usize,
    line: OnceLock<Sender<Work>>,
}

impl Judges {
    /// Makes none yet.
    pub(crate) const fn new(threads: usize) -> Self {
        Self {
            threads,
            line: OnceLock::new(),
        }
    }

    /// Gives work to the next thread that has none. Work that panics takes no thread with it.
    ///
    /// # Errors
    /// When a thread cannot be made.
    pub(crate) fn give(&self, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let line = match self.line.get() {
            Some(line) => line,
            None => {
                let line = self.start()?;
                self.line.get_or_init(|| line)
            }
        };
        let given = line.send(Box::new(work));
        given.map_err(|_| io::Error::other("the threads that judge have ended"))
    }

    fn start(&self) -> io::Result<Sender<Work>> {
        let (line, works) = channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..self.threads {
            let works = Arc::clone(&works);
            let thread = thread::Builder::new()
                .name("upload".to_owned())
                .stack_size(STACK_BYTES);
            thread.spawn(move || work_off(&works))?;
        }
        Ok(line)
    }
}

fn work_off(works: &Mutex<Receiver<Work>>) {
    loop {
        let next = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else {
            return;
        };
        // Whoever waits for it is told by its end, and the panic was told when it happened.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::Judges;

    #[test]
    fn a_thread_outlives_work_that_panics() {
        let judges = Judges::new(1);
        let (broken, seen) = channel::<()>();
        judges
            .give(move || {
                let _broken = broken;
                std::panic::resume_unwind(Box::new("broken"));
            })
            .unwrap();
        assert!(seen.recv().is_err());
        let (done, seen) = channel();
        let name = || std::thread::current().name().map(str::to_owned);
        judges.give(move || done.send(name()).unwrap()).unwrap();
        assert_eq!(seen.recv().unwrap().as_deref(), Some("upload"));
    }
}
