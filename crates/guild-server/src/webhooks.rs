//! Webhooks: events are told to addresses that owners and admins named.
//!
//! The catalog says what is to be told next and by whom; here it is signed (`signature`), sent (`receiver`), and never
//! to an address that is not public (`address`). A receiver that hangs costs one of its own turns and nobody else's.

mod address;
mod receiver;
mod signature;

pub(crate) use self::receiver::Messenger;
pub(crate) use self::signature::shown;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use guild_catalog::{Attempt, Outcome};
use guild_skill::wire;
use http::Uri;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

use crate::state::AppState;

/// How often it is looked whether something is to be told.
const LOOK: Duration = Duration::from_millis(500);
/// How many deliveries are on their way at a time.
const AT_ONCE: usize = 32;
/// How many of them to one receiver.
const TO_ONE: usize = 2;

/// What is sent.
#[derive(Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: wire::EventKind,
    timestamp: &'a str,
    data: Data<'a>,
}

/// The event, as `/api/events` shows it, and which catalog tells it.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    event: &'a wire::Event,
    catalog: &'a str,
}

/// The receivers that are being told something, each with its turns.
#[derive(Default)]
struct Receivers(HashMap<String, Arc<Semaphore>>);

impl Receivers {
    fn turn(&mut self, url: &str) -> Option<OwnedSemaphorePermit> {
        self.0.retain(|_, turns| turns.available_permits() < TO_ONE);
        let host = url.parse::<Uri>().ok();
        let host = host.as_ref().and_then(Uri::host).unwrap_or(url);
        let turns = self.0.entry(host.to_ascii_lowercase());
        let turns = turns.or_insert_with(|| Arc::new(Semaphore::new(TO_ONE)));
        Arc::clone(turns).try_acquire_owned().ok()
    }
}

/// Tells events until the other end of `stopping` is gone, and then waits for what is on its way.
pub(crate) async fn tell(state: AppState, mut stopping: watch::Receiver<()>) {
    let chance = std::collections::hash_map::RandomState::new();
    let node = std::hash::BuildHasher::hash_one(&chance, std::process::id());
    let node = format!("{node:016x}");
    let mut receivers = Receivers::default();
    let mut attempts = JoinSet::new();
    loop {
        begin(&state, &node, &mut receivers, &mut attempts).await;
        tokio::select! {
            _ = attempts.join_next(), if !attempts.is_empty() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stopping.changed() => break,
        }
        while attempts.try_join_next().is_some() {}
    }
    while attempts.join_next().await.is_some() {}
}

/// Begins to tell what is due, as far as there are turns.
async fn begin(
    state: &AppState,
    node: &str,
    receivers: &mut Receivers,
    attempts: &mut JoinSet<()>,
) {
    let catalog = state.catalog();
    let due = match catalog.due_webhooks().await {
        Ok(due) => due,
        Err(error) => return complain(&error),
    };
    for webhook in due {
        if attempts.len() >= AT_ONCE {
            return;
        }
        let Some(turn) = receivers.turn(&webhook.url) else {
            continue;
        };
        match catalog.begin_attempt(&webhook.id, node).await {
            Ok(Some(attempt)) => {
                attempts.spawn(carry_out(state.clone(), attempt, turn));
            }
            Ok(None) => {}
            Err(error) => return complain(&error),
        }
    }
}

async fn carry_out(state: AppState, attempt: Attempt, _turn: OwnedSemaphorePermit) {
    let outcome = match written(&state, &attempt) {
        Some(body) => send(&state, &attempt, body).await,
        None => failed("the message could not be written"),
    };
    // The lease ends by itself, and then the message is sent again.
    if let Err(error) = state.catalog().end_attempt(attempt, outcome).await {
        complain(&error);
    }
}

fn written(state: &AppState, attempt: &Attempt) -> Option<Vec<u8>> {
    let message = Message {
        kind: attempt.event.kind,
        timestamp: &attempt.event.occurred_at,
        data: Data {
            event: &attempt.event,
            catalog: state.base_url().as_str(),
        },
    };
    serde_json::to_vec(&message).ok()
}

async fn send(state: &AppState, attempt: &Attempt, body: Vec<u8>) -> Outcome {
    let seconds = attempt.at.div_euclid(1000);
    let signature = signature::of(&attempt.secrets, &attempt.message_id, seconds, &body);
    let head = [
        ("webhook-id", attempt.message_id.clone()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", signature),
    ];
    let (messenger, url) = (state.messenger().clone(), attempt.url.clone());
    let began = Instant::now();
    let sent = tokio::task::spawn_blocking(move || messenger.send(&url, &head, &body)).await;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let outcome = match sent {
        Ok(Ok(answer)) => Outcome {
            status: Some(answer.status),
            took_ms,
            answer: Some(answer.beginning),
            error: None,
        },
        Ok(Err(reason)) => failed(&reason),
        Err(_) => failed("the server stopped while it was sent"),
    };
    Outcome { took_ms, ..outcome }
}

fn failed(reason: &str) -> Outcome {
    Outcome {
        status: None,
        took_ms: 0,
        answer: None,
        error: Some(reason.to_owned()),
    }
}

fn complain(error: &guild_catalog::StoreError) {
    // The next look tries again.
    tracing::warn!(
        error = error as &dyn std::error::Error,
        "webhooks were not served"
    );
}
