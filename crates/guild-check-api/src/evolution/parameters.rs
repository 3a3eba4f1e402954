//! Comparing what an operation takes beside the body.

use guild_check::report::ChangeKind::{Additive, Breaking, Risky};

use super::defect::Defect;
use super::endpoints::Both;
use super::flat::flat;
use super::walk::{Direction, Root, Spots, Walk};
use super::{bodies, lifecycle};
use crate::contract::{Contract, Endpoint, Location, Parameter, Types};

/// Headers that OpenAPI gives no meaning as parameters.
const IMPLIED: [&str; 3] = ["accept", "content-type", "authorization"];

pub(super) fn compare(walk: &mut Walk<'_>, both: &Both<'_>) {
    let old = known(both.old);
    let mut left = known(both.new);
    for (key, parameter) in old {
        // One that the path does not name has no position to be known by.
        let found = take(&mut left, |(other, _)| *other == key).or_else(|| {
            take(&mut left, |(other, new)| {
                other.0 == key.0 && new.name.text == parameter.name.text
            })
        });
        match found {
            Some((_, found)) => parameters(walk, both, parameter, found),
            None => removed(walk, both, parameter),
        }
    }
    for (_, parameter) in left {
        added(walk, both, parameter);
    }
}

fn take<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    let at = list.iter().position(is_it)?;
    Some(list.remove(at))
}

fn parameters(walk: &mut Walk<'_>, both: &Both<'_>, old: &Parameter, new: &Parameter) {
    let subject = subject(new);
    required(walk, both, &subject, (old, new));
    if style(old) != style(new)
        && (is_many(walk.old.contract, old) || is_many(walk.new.contract, new))
    {
        let said = |(style, is_exploded): (&str, bool)| {
            let words = if is_exploded { "exploded" } else { "in one" };
            format!("`{style}`, {words}")
        };
        let detail = format!(
            "was written {}, and is written {} now",
            said(style(old)),
            said(style(new))
        );
        let what = (Defect::StyleChanged, Breaking);
        walk.tell(both.operation, what, spots(old, new), (&subject, detail));
    }
    lifecycle::of_parameter(walk, both, &subject, (old, new));
    let at = (old.name.spot, new.name.spot);
    if old.media.is_empty() != new.media.is_empty() {
        let detail = "is written by another kind of rule: a media type or a style".to_owned();
        let what = (Defect::StyleChanged, Breaking);
        walk.tell(both.operation, what, spots(old, new), (&subject, detail));
    } else if !new.media.is_empty() {
        bodies::media(
            walk,
            both,
            (&old.media, &new.media),
            both.direction,
            &subject,
            at,
        );
        return;
    }
    let root = Root {
        label: subject,
        spots: at,
    };
    walk.root(both.operation, (old.shape, new.shape), both.direction, root);
}

/// Compares whether something must be there.
pub(super) fn required(
    walk: &mut Walk<'_>,
    both: &Both<'_>,
    subject: &str,
    (old, new): (&Parameter, &Parameter),
) {
    let (defect, kind, detail) = match (old.is_required, new.is_required) {
        (false, true) => (
            Defect::NowRequired,
            both.direction.narrowed(),
            "is required now",
        ),
        (true, false) => (
            Defect::NowOptional,
            both.direction.widened(),
            "may be missing now",
        ),
        (true, true) | (false, false) => return,
    };
    walk.tell(
        both.operation,
        (defect, kind),
        spots(old, new),
        (subject, detail.to_owned()),
    );
}

fn removed(walk: &mut Walk<'_>, both: &Both<'_>, old: &Parameter) {
    let (is_announced, why) =
        lifecycle::removal(walk.today, old.is_deprecated, old.sunset.as_ref());
    let moved = both
        .new
        .parameters
        .iter()
        .find(|other| other.name.text == old.name.text);
    let moved = moved.map_or(String::new(), |other| {
        format!("; it goes {} now", place(other.location))
    });
    let kind = if is_announced { Risky } else { Breaking };
    let spots = Spots::Gone {
        old: old.name.spot,
        holder: Some(both.new.spot),
    };
    let what = (Defect::ParameterRemoved, kind);
    walk.tell(
        both.operation,
        what,
        spots,
        (&subject(old), format!("is gone{why}{moved}")),
    );
}

fn added(walk: &mut Walk<'_>, both: &Both<'_>, new: &Parameter) {
    let (kind, detail) = match (both.direction, new.is_required) {
        (Direction::Sent, true) => (Breaking, "is new, and required"),
        (Direction::Sent | Direction::Received, _) => (Additive, "is new"),
    };
    let spots = Spots::Added {
        holder: Some(both.old.spot),
        new: new.name.spot,
    };
    let what = (Defect::ParameterAdded, kind);
    walk.tell(
        both.operation,
        what,
        spots,
        (&subject(new), detail.to_owned()),
    );
}

/// Lists the parameters by what they are known by: in the path their position, elsewhere their name.
fn known(endpoint: &Endpoint) -> Vec<((Location, String), &Parameter)> {
    let names: Vec<&str> = endpoint
        .path
        .text
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect();
    let listed = endpoint.parameters.iter().map(|parameter| {
        let name = &*parameter.name.text;
        let key = match parameter.location {
            Location::Path => match names.iter().position(|other| *other == name) {
                Some(position) => position.to_string(),
                None => name.to_owned(),
            },
            Location::Header => name.to_ascii_lowercase(),
            Location::Query | Location::QueryString | Location::Cookie => name.to_owned(),
        };
        ((parameter.location, key), parameter)
    });
    let is_implied = |(location, key): &(Location, String)| {
        *location == Location::Header && IMPLIED.contains(&key.as_str())
    };
    listed.filter(|(key, _)| !is_implied(key)).collect()
}

/// Gives how a parameter is written, what is left out filled in.
fn style(parameter: &Parameter) -> (&str, bool) {
    let usual = match parameter.location {
        Location::Query | Location::QueryString | Location::Cookie => "form",
        Location::Path | Location::Header => "simple",
    };
    let style = parameter.style.as_ref().map_or(usual, |style| &*style.text);
    (style, parameter.explode.unwrap_or(style == "form"))
}

/// Tells whether a parameter may be more than one value: only then is there more than one way to write it.
fn is_many(contract: &Contract, parameter: &Parameter) -> bool {
    let types = parameter.shape.map(|shape| flat(contract, &[shape]).types);
    types.is_some_and(|types| types.has(Types::ARRAY) || types.has(Types::OBJECT))
}

fn place(location: Location) -> &'static str {
    match location {
        Location::Path => "in the path",
        Location::Query | Location::QueryString => "in the query",
        Location::Header => "in a header",
        Location::Cookie => "in a cookie",
    }
}

fn spots(old: &Parameter, new: &Parameter) -> Spots {
    Spots::Both {
        old: old.name.spot,
        new: new.name.spot,
    }
}

fn subject(parameter: &Parameter) -> String {
    let kind = match parameter.location {
        Location::Path => "path parameter",
        Location::Query | Location::QueryString => "parameter",
        Location::Header => "header",
        Location::Cookie => "cookie",
    };
    format!("the {kind} `{}`", parameter.name.text)
}
