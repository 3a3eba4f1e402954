//! From the spans that the program marks to those that a collector knows.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::Share;
use super::export::Message;
use super::span::{Closed, Kind, Open, Said, Value};

/// Where the database's library tells of each statement when it is over, with its text and never its values: the first
/// and the last word of the place.
const STATEMENTS: (&str, &str) = ("sqlx", "::query");

/// Listens to spans and hands them to the exporter.
pub(crate) struct TraceLayer {
    sender: SyncSender<Message>,
    /// The time of day, in milliseconds, and the moment at which it was read: the way of time between is even, whatever
    /// the machine's clock does.
    noon: (i64, Instant),
    share: Share,
    chance: RandomState,
    /// How many ids were given.
    given: AtomicU64,
}

impl TraceLayer {
    pub(super) fn new(sender: SyncSender<Message>, noon: (i64, Instant), share: Share) -> Self {
        Self {
            sender,
            noon,
            share,
            chance: RandomState::new(),
            given: AtomicU64::new(0),
        }
    }

    /// Whether something is for a trace: our spans, and the statements of the database.
    pub(crate) fn wants(metadata: &Metadata<'_>) -> bool {
        match metadata.is_span() {
            true => metadata.target().starts_with("guild_"),
            false => {
                let (library, place) = STATEMENTS;
                let target = metadata.target();
                target.starts_with(library) && target.ends_with(place)
            }
        }
    }

    /// Gives an id that no other span has: it is no secret, and not zero.
    fn id(&self) -> [u8; 8] {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        self.chance.hash_one(number).max(1).to_be_bytes()
    }

    /// Begins a trace of our own.
    fn trace(&self) -> [u8; 16] {
        let mut trace = [0; 16];
        trace[..8].copy_from_slice(&self.id());
        trace[8..].copy_from_slice(&self.id());
        trace
    }

    fn nanoseconds(&self, at: Instant) -> u128 {
        let (milliseconds, moment) = self.noon;
        let since = at.saturating_duration_since(moment);
        u128::from(milliseconds.unsigned_abs()) * 1_000_000 + since.as_nanos()
    }

    /// Hands a span over; one that finds no room is left out, as the server must not wait for it.
    fn send(&self, closed: Closed) {
        let _ = self.sender.try_send(Message::Span(Box::new(closed)));
    }
}

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for TraceLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else {
            return;
        };
        let mut said = Said::of(attributes.metadata().name());
        attributes.record(&mut said);
        let above = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            let open = extensions.get::<Open>()?;
            Some((open.trace, open.id, open.is_sampled))
        });
        let asked_by = said.asked_by.take();
        let asked_by = asked_by.map(|parent| (parent.trace, parent.span, parent.is_sampled));
        let (trace, parent, is_sampled) = match above.or(asked_by) {
            Some((trace, parent, is_sampled)) => (trace, Some(parent), is_sampled),
            None => {
                let trace = self.trace();
                (trace, None, self.share.holds(trace))
            }
        };
        span.extensions_mut().insert(Open {
            trace,
            id: self.id(),
            parent,
            is_sampled,
            began: Instant::now(),
            said,
        });
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(open) = span.extensions_mut().get_mut::<Open>()
        {
            values.record(&mut open.said);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else {
            // What the server does of itself, every second, belongs to nobody's request.
            return;
        };
        let extensions = span.extensions();
        let Some(open) = extensions.get::<Open>().filter(|open| open.is_sampled) else {
            return;
        };
        let mut told = Said::of("statement");
        event.record(&mut told);
        let ended = Instant::now();
        let took = Duration::try_from_secs_f64(told.seconds.unwrap_or(0.0)).unwrap_or_default();
        self.send(Closed {
            trace: open.trace,
            id: self.id(),
            parent: Some(open.id),
            began: self.nanoseconds(ended.checked_sub(took).unwrap_or(ended)),
            ended: self.nanoseconds(ended),
            said: statement(&told),
        });
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let open = context
            .span(&id)
            .and_then(|span| span.extensions_mut().remove::<Open>());
        let Some(open) = open.filter(|open| open.is_sampled) else {
            return;
        };
        self.send(Closed {
            trace: open.trace,
            id: open.id,
            parent: open.parent,
            began: self.nanoseconds(open.began),
            ended: self.nanoseconds(Instant::now()),
            said: open.said,
        });
    }
}

/// Says of a statement what OpenTelemetry's conventions for databases call for.
fn statement(told: &Said) -> Said {
    let text = |name: &str| {
        told.attributes.iter().find_map(|(key, value)| match value {
            Value::Text(text) if *key == name => Some(text.trim()),
            _ => None,
        })
    };
    let summary = text("summary").unwrap_or("statement");
    // The whole stands apart only where the summary leaves something out.
    let whole = text("db.statement").filter(|text| !text.is_empty());
    let one_line: Vec<&str> = whole.unwrap_or(summary).split_whitespace().collect();
    let mut said = Said::of(summary.trim_end_matches(" …"));
    said.kind = Kind::Client;
    said.attributes = vec![("db.query.text", Value::Text(one_line.join(" ")))];
    said
}
