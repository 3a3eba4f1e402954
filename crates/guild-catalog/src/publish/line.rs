//! The line of publications: those that come in while others are written are written together, in one transaction, so
//! that what it takes to make a transaction last is paid once for all of them.

use std::mem;
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::thread;

use futures_util::future::join_all;
use tokio::sync::oneshot;
use tracing::{Instrument as _, Span};

use super::prepare::Prepared;
use super::{PublishError, Published, Terms, Written};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::statement::{Batch, Statement};

/// How many are written together at the most, so that other writers do not wait long for their turn.
const TOGETHER: usize = 32;

/// The publications that wait to be written.
#[derive(Debug, Default)]
pub(crate) struct Line(Mutex<Standing>);

#[derive(Debug, Default)]
struct Standing {
    waiting: Vec<Waiting>,
    /// Whether a task writes those that wait until there are none.
    is_served: bool,
}

/// A publication whose archives are kept.
#[derive(Debug)]
struct Waiting {
    prepared: Prepared,
    terms: Terms,
    now: i64,
    /// The request that it came with.
    span: Span,
    answer: oneshot::Sender<Result<Published, PublishError>>,
}

impl Line {
    /// Puts a publication at the end, and tells whether somebody has to begin to write.
    fn join(&self, waiting: Waiting) -> bool {
        let mut standing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        standing.waiting.push(waiting);
        !mem::replace(&mut standing.is_served, true)
    }

    /// Takes those from the front that are written next; without any, nobody writes any more.
    fn next(&self) -> Vec<Waiting> {
        let mut standing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = standing.waiting.len().min(TOGETHER);
        standing.is_served = count > 0;
        standing.waiting.drain(..count).collect()
    }
}

/// Whoever writes. A defect in it fails those that wait, and the next one begins anew.
struct Serving<'l>(&'l Line);

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Standing::default();
        }
    }
}

impl Catalog {
    /// Writes a publication when its turn comes. It is written even where nobody waits for it any more.
    pub(super) async fn written_in_line(
        &self,
        prepared: Prepared,
        terms: Terms,
        now: i64,
    ) -> Result<Published, PublishError> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting {
            prepared,
            terms,
            now,
            span: Span::current(),
            answer,
        };
        if self.inner.line.join(waiting) {
            let catalog = self.clone();
            tokio::spawn(async move { catalog.serve_line().await });
        }
        answered.await.map_err(StoreError::from)?
    }

    async fn serve_line(&self) {
        let _serving = Serving(&self.inner.line);
        loop {
            let waiting = self.inner.line.next();
            let Some(first) = waiting.first() else {
                return;
            };
            let span = first.span.clone();
            self.write_all(waiting).instrument(span).await;
        }
    }

    /// Writes publications and answers each. Where the catalog fails them together, they are written one by one, so that
    /// none fails because of another.
    async fn write_all(&self, waiting: Vec<Waiting>) {
        let together = match waiting.len() {
            0 | 1 => None,
            _ => self.write_together(&waiting).await.ok(),
        };
        if let Some(answers) = together {
            for (waiting, answer) in waiting.into_iter().zip(answers) {
                // Who asked may be gone.
                let _ = waiting.answer.send(answer);
            }
            return;
        }
        // Side by side: where the database is away, all learn it at the same time.
        join_all(waiting.into_iter().map(|one| self.write_alone(one))).await;
    }

    async fn write_alone(&self, waiting: Waiting) {
        let answers = self.write_together(slice::from_ref(&waiting)).await;
        let answer = answers.map(|mut answers| answers.pop());
        if let Some(answer) = answer.transpose() {
            let _ = waiting.answer.send(answer.and_then(|answer| answer));
        }
    }

    /// Writes publications in one transaction, in which one that is refused leaves nothing behind.
    async fn write_together(
        &self,
        waiting: &[Waiting],
    ) -> Result<Vec<Result<Published, PublishError>>, PublishError> {
        let several = waiting.len() > 1;
        let mut transaction = self.inner.store.begin().await?;
        let mut answers = Vec::with_capacity(waiting.len());
        let mut unsent = Batch::default();
        let mut newest = None;
        for one in waiting {
            unsent.extend(several.then(|| Statement::of("SAVEPOINT publication")));
            let asked = (&one.prepared, &one.terms);
            let writing = self.write(&mut transaction, mem::take(&mut unsent), asked, one.now);
            let answer = match writing.instrument(one.span.clone()).await {
                Ok(Written::New(new)) => {
                    unsent.extend(new.rest);
                    newest = Some(new.sequence);
                    Ok(Published::Created(new.release.into()))
                }
                Ok(Written::Same(there)) => Ok(Published::Unchanged((*there).into())),
                Err(PublishError::Store(error)) => return Err(error.into()),
                Err(refused) => Err(refused),
            };
            if several && !matches!(answer, Ok(Published::Created(_))) {
                unsent.push(Statement::of("ROLLBACK TO SAVEPOINT publication"));
            }
            unsent.extend(several.then(|| Statement::of("RELEASE SAVEPOINT publication")));
            answers.push(answer);
        }
        if let Some(newest) = newest {
            self.inner.commit_with(transaction, unsent, newest).await?;
        }
        Ok(answers)
    }
}
