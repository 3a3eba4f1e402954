//! What it does tells the effect that a user sees, not how it comes about.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;

use crate::document::{Document, Role, words};
use crate::wording::{first_in, phrases};

/// Words of those who build the thing; a caller rarely meets what they name.
static BUILDERS_WORDS: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "internally",
        "under the hood",
        "behind the scenes",
        "database",
        "sql",
        "postgres",
        "postgresql",
        "mysql",
        "sqlite",
        "mongodb",
        "redis",
        "kafka",
        "rabbitmq",
        "elasticsearch",
        "dynamodb",
        "orm",
        "message queue",
        "message bus",
        "event bus",
        "on the bus",
        "job queue",
        "background job",
        "worker",
        "cron",
        "microservice",
        "controller",
        "handler",
        "middleware",
        "stored procedure",
        "inserts a row",
        "inserts a record",
        "into the table",
        "table row",
        "hash map",
        "singleton",
        "mutex",
    ])
});

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let title = document
        .title
        .as_ref()
        .map_or(String::new(), |title| words(&title.text).join(" "));
    for passage in document.passages(Role::Effect) {
        let Some(word) = first_in(passage.text, &BUILDERS_WORDS) else {
            continue;
        };
        // A document about a queue may speak of the queue.
        if title.contains(&word) {
            continue;
        }
        findings
            .warning(
                document.at(passage.span),
                format!("`{word}` tells how it works, not what it does"),
            )
            .help("say what is different for the user after a successful call")
            .guess();
    }
}
