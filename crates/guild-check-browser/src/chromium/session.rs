//! A session: the browser itself, a tab, or a frame that has a process of its own.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::commands::Command;
use super::connection::{Connection, Then};
use super::trouble::Trouble;

/// Where commands are sent to.
#[derive(Clone)]
pub(crate) struct Session {
    connection: Arc<Connection>,
    /// None for the browser itself.
    id: Option<Arc<str>>,
}

impl Session {
    /// Gives the session of the browser itself.
    pub(crate) fn of_browser(connection: &Arc<Connection>) -> Self {
        Self {
            connection: Arc::clone(connection),
            id: None,
        }
    }

    /// Gives the session of a tab or frame.
    pub(crate) fn of_target(connection: &Arc<Connection>, id: &str) -> Self {
        Self {
            connection: Arc::clone(connection),
            id: Some(id.into()),
        }
    }

    /// Gives the name that events of this session carry.
    pub(crate) fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_default()
    }

    /// Sends a command and waits for its answer, no longer than `limit`.
    pub(crate) fn call<C: Command>(
        &self,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Trouble> {
        let params = params(command);
        let answer = self
            .connection
            .call(self.id.as_ref(), C::METHOD, &params, limit)?;
        read::<C>(answer)
    }

    /// Sends a command whose answer nobody needs.
    pub(crate) fn send<C: Command>(&self, command: &C) {
        let params = params(command);
        self.connection
            .send(self.id.as_ref(), C::METHOD, &params, Then::Forget);
    }

    /// Sends a command whose answer is taken on the thread that reads.
    pub(crate) fn ask<C: Command>(
        &self,
        command: &C,
        then: impl FnOnce(Result<C::Answer, Trouble>) + Send + 'static,
    ) {
        let params = params(command);
        let then = Then::Run(Box::new(|answer| then(answer.and_then(read::<C>))));
        self.connection
            .send(self.id.as_ref(), C::METHOD, &params, then);
    }
}

/// Gives the parameters without those that are not given.
fn params<C: Command>(command: &C) -> Value {
    let mut params = serde_json::to_value(command).unwrap_or_default();
    if let Some(fields) = params.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    params
}

fn read<C: Command>(answer: Value) -> Result<C::Answer, Trouble> {
    serde_json::from_value(answer).map_err(|error| Trouble::Unreadable {
        method: C::METHOD,
        reason: error.to_string(),
    })
}
