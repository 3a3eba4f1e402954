//! The token for the catalog: whether the catalog takes it, what it may do, and how long.

use std::path::PathBuf;

use guild_skill::Scope;
use guild_skill::age::Date;
use guild_skill::wire::Session;

use super::{Kind, Problem};
use crate::Context;
use crate::clock;
use crate::environment::quoted;
use crate::failure::Failure;
use crate::remote::credentials::{self, Credentials};
use crate::remote::{Remote, RemoteError};

/// A token that is over sooner is told of.
const SOON_DAYS: i64 = 7;

/// Asks the catalog something; the error says why it does not answer.
pub(super) fn reach(remote: &Remote) -> Result<(), String> {
    match remote.search("", 1, 1) {
        // A private catalog answers too, though not this.
        Ok(_) | Err(RemoteError::Answered { .. }) => Ok(()),
        Err(error) => {
            let failure = Failure::from(error);
            Err(failure.causes.into_iter().next().unwrap_or(failure.message))
        }
    }
}

/// Judges the token that the catalog gets from here; nothing where there is none, or it is not taken.
pub(super) fn judge(
    remote: &Remote,
    is_reached: bool,
    context: &Context,
    problems: &mut Vec<Problem>,
) -> Option<Session> {
    let environment = &context.settings.environment;
    let file = credentials::path(environment);
    let (place, forget) = match environment.variable(credentials::VARIABLE) {
        Some(_) => (
            PathBuf::from(credentials::VARIABLE),
            "unset GUILD_TOKEN && ",
        ),
        None => (file.clone(), ""),
    };
    let catalog = remote.catalog();
    let sign_in = format!("{forget}guild login --catalog {catalog}");
    let mut problem = |kind, message, path, mend| {
        problems.push(Problem {
            kind,
            message,
            path,
            mend,
        });
    };
    if let Err(failure) = credentials::check_variable(environment) {
        problem(Kind::NoToken, in_one_line(failure), place, sign_in);
        return None;
    }
    if let Err(failure) = Credentials::read(environment) {
        let aside = quoted(&file.with_extension("aside"));
        let mend = format!(
            "mv {} {aside} && guild login --catalog {catalog}",
            quoted(&file)
        );
        problem(Kind::NoToken, in_one_line(failure), file, mend);
        return None;
    }
    let has_token = credentials::token_for(&context.settings, catalog).is_some();
    if !has_token || !is_reached {
        return None;
    }
    let session = match remote.whoami(None) {
        Ok(session) => session,
        Err(RemoteError::Answered { status: 401, .. }) => {
            let message = format!(
                "{catalog} does not take the token: it is over, was taken back, or is of another catalog"
            );
            problem(Kind::TokenRefused, message, place, sign_in);
            return None;
        }
        // It answers something else: that is no fault of the token.
        Err(_) => return None,
    };
    let today = Date::of_milliseconds(clock::milliseconds());
    let until = session
        .expires_at
        .as_deref()
        .and_then(|until| until.get(..10));
    let until = until.and_then(|day| Date::parse_iso(day).ok());
    if let Some(until) = until.filter(|until| until.days_since(today) <= SOON_DAYS) {
        let message = format!("the token for {catalog} is over on {until}");
        problem(Kind::TokenEndsSoon, message, place, sign_in);
    }
    Some(session)
}

fn in_one_line(failure: Failure) -> String {
    let parts: Vec<String> = std::iter::once(failure.message)
        .chain(failure.causes)
        .collect();
    parts.join(": ")
}

/// Tells whose token it is, for people.
pub(super) fn told(session: &Session) -> String {
    let name = session.account.as_ref().or(session.workflow.as_ref());
    let scopes: Vec<&str> = session.scopes.iter().copied().map(Scope::as_str).collect();
    let may = match scopes.is_empty() {
        true => "nothing but read".to_owned(),
        false => scopes.join(", "),
    };
    let within = session
        .pack
        .as_ref()
        .map(|pack| format!(" in {pack} alone"));
    format!(
        "of {}, may {may}{}, until {}",
        name.map_or("nobody", String::as_str),
        within.unwrap_or_default(),
        session.expires_at.as_deref().unwrap_or("it is taken back")
    )
}
