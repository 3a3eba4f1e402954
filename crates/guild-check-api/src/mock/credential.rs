//! Whether the caller proves who they are: that a credential is there, and that it is the one that is taken.

use super::Call;
use super::refuse::Refused;
use crate::contract::{Location, Need, SchemeKind};

/// Refuses a call without what one of the alternatives asks for.
pub(super) fn check(call: &Call<'_, '_>) -> Result<(), Refused> {
    let Some(security) = &call.endpoint().security else {
        return Ok(());
    };
    if security.is_open() {
        return Ok(());
    }
    let is_given = |needs: &Vec<Need>| needs.iter().all(|need| is_met(call, need));
    if security.alternatives.iter().any(is_given) {
        return Ok(());
    }
    let names = security
        .alternatives
        .iter()
        .flatten()
        .map(|need| need.scheme.text.to_string());
    let names: Vec<String> = names.collect();
    let message = format!(
        "no credential that is taken: the contract asks for {}",
        names.join(", ")
    );
    Err(Refused::new(401, message).with_header("www-authenticate", "Bearer"))
}

fn is_met(call: &Call<'_, '_>, need: &Need) -> bool {
    let mut schemes = call.contract().schemes.iter();
    let Some(scheme) = schemes.find(|scheme| scheme.name.text == need.scheme.text) else {
        return true;
    };
    let given = match &scheme.kind {
        SchemeKind::ApiKey { location, name } => key(call, *location, name),
        SchemeKind::Http(word) => authorization(call, word),
        SchemeKind::OAuth2 | SchemeKind::OpenIdConnect => authorization(call, "bearer"),
        // Nothing in the request tells of these.
        SchemeKind::MutualTls | SchemeKind::Unknown => return true,
    };
    let wanted = &call.mock.options.credential;
    given.is_some_and(|given| {
        !given.is_empty() && wanted.as_ref().is_none_or(|wanted| *wanted == given)
    })
}

fn key(call: &Call<'_, '_>, location: Location, name: &str) -> Option<String> {
    match location {
        Location::Query => {
            let mut query = call.query.iter();
            query
                .find(|(other, _)| other == name)
                .map(|(_, value)| value.clone())
        }
        Location::Cookie => super::input::cookie(call, name),
        _ => call.request.header(name).map(str::to_owned),
    }
}

/// Reads `Authorization: Bearer TOKEN`.
fn authorization(call: &Call<'_, '_>, scheme: &str) -> Option<String> {
    let header = call.request.header("authorization")?;
    let (word, rest) = header.trim().split_once(' ')?;
    word.eq_ignore_ascii_case(scheme)
        .then(|| rest.trim().to_owned())
}
