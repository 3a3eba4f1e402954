//! Comparing bodies, answers, their forms and headers.

use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::defect::Defect;
use super::endpoints::Both;
use super::parameters::required;
use super::walk::{Direction, Root, Spots, Walk};
use crate::contract::{Answer, Media, Parameter, Spot, Status};

pub(super) fn compare(walk: &mut Walk<'_>, both: &Both<'_>) {
    body(walk, both);
    let answering = Both {
        direction: both.direction.other(),
        ..*both
    };
    answers(walk, &answering);
}

/// Files that a part of an operation is gone; the spots are where it was, and what held it.
fn gone(
    walk: &mut Walk<'_>,
    operation: usize,
    what: (Defect, ChangeKind),
    (old, holder): (Spot, Spot),
    subject: &str,
) {
    let holder = Some(holder);
    let spots = Spots::Gone { old, holder };
    walk.tell(operation, what, spots, (subject, "is gone".to_owned()));
}

fn body(walk: &mut Walk<'_>, both: &Both<'_>) {
    let (old, new) = match (&both.old.body, &both.new.body) {
        (None, None) => return,
        (Some(old), None) => {
            let what = (Defect::BodyRemoved, Breaking);
            let spots = (old.spot, both.new.spot);
            gone(walk, both.operation, what, spots, "the body");
            return;
        }
        (None, Some(new)) => {
            let spots = Spots::Added {
                holder: Some(both.old.spot),
                new: new.spot,
            };
            let (what, detail) = match (both.direction, new.is_required) {
                (Direction::Sent, true) => {
                    ((Defect::NowRequired, Breaking), "is new, and required")
                }
                _ => ((Defect::BodyAdded, Additive), "is new"),
            };
            walk.tell(both.operation, what, spots, ("the body", detail.to_owned()));
            return;
        }
        (Some(old), Some(new)) => (old, new),
    };
    let spots = Spots::Both {
        old: old.spot,
        new: new.spot,
    };
    let change = match (old.is_required, new.is_required) {
        (false, true) => Some((
            Defect::NowRequired,
            both.direction.narrowed(),
            "is required now",
        )),
        (true, false) => Some((
            Defect::NowOptional,
            both.direction.widened(),
            "may be missing now",
        )),
        (true, true) | (false, false) => None,
    };
    if let Some((defect, kind, detail)) = change {
        walk.tell(
            both.operation,
            (defect, kind),
            spots,
            ("the body", detail.to_owned()),
        );
    }
    let at = (old.spot, new.spot);
    media(
        walk,
        both,
        (&old.media, &new.media),
        both.direction,
        "the body",
        at,
    );
}

fn answers(walk: &mut Walk<'_>, both: &Both<'_>) {
    let (old, new) = (&both.old.answers, &both.new.answers);
    for answer in old {
        // What was one status may be one of a range now.
        let Some(found) = covering(new, answer.status) else {
            let kind = if answer.status.is_success() {
                Breaking
            } else {
                Additive
            };
            let what = (Defect::AnswerRemoved, kind);
            let spots = (answer.spot, both.new.spot);
            gone(walk, both.operation, what, spots, &subject(answer));
            continue;
        };
        pair(walk, both, answer, found);
    }
    for answer in new {
        if old.iter().any(|other| other.status == answer.status) {
            continue;
        }
        if let Some(found) = covering(old, answer.status) {
            pair(walk, both, found, answer);
            continue;
        }
        let kind = if answer.status.is_success() {
            Risky
        } else {
            Additive
        };
        let spots = Spots::Added {
            holder: Some(both.old.spot),
            new: answer.spot,
        };
        let what = (Defect::AnswerAdded, kind);
        walk.tell(
            both.operation,
            what,
            spots,
            (&subject(answer), "is new".to_owned()),
        );
    }
}

fn pair(walk: &mut Walk<'_>, both: &Both<'_>, old: &Answer, new: &Answer) {
    let label = subject(new);
    let at = (old.spot, new.spot);
    media(
        walk,
        both,
        (&old.media, &new.media),
        both.direction,
        &label,
        at,
    );
    headers(walk, both, old, new);
}

/// Finds the answer of a status: its own, that of its hundred, or `default` for what went wrong.
fn covering(answers: &[Answer], status: Status) -> Option<&Answer> {
    let find = |status: Status| answers.iter().find(|answer| answer.status == status);
    find(status).or_else(|| match status {
        Status::One(number) => {
            let class = find(Status::Class(u8::try_from(number / 100).unwrap_or(0)));
            class.or_else(|| find(Status::Default).filter(|_| !status.is_success()))
        }
        Status::Class(_) => find(Status::Default).filter(|_| !status.is_success()),
        Status::Default => None,
    })
}

fn headers(walk: &mut Walk<'_>, both: &Both<'_>, old: &Answer, new: &Answer) {
    let find = |headers: &'_ [Parameter], name: &str| {
        headers
            .iter()
            .position(|other| other.name.text.eq_ignore_ascii_case(name))
    };
    for header in &old.headers {
        let subject = format!(
            "the header `{}` of {}",
            header.name.text,
            self::subject(new)
        );
        let Some(found) = find(&new.headers, &header.name.text) else {
            let kind = if header.is_required { Breaking } else { Risky };
            let what = (Defect::HeaderRemoved, kind);
            let spots = (header.name.spot, new.spot);
            gone(walk, both.operation, what, spots, &subject);
            continue;
        };
        let found = &new.headers[found];
        required(walk, both, &subject, (header, found));
        let root = Root {
            label: subject,
            spots: (header.name.spot, found.name.spot),
        };
        walk.root(
            both.operation,
            (header.shape, found.shape),
            both.direction,
            root,
        );
    }
    for header in &new.headers {
        if find(&old.headers, &header.name.text).is_none() {
            let subject = format!(
                "the header `{}` of {}",
                header.name.text,
                self::subject(new)
            );
            let spots = Spots::Added {
                holder: Some(old.spot),
                new: header.name.spot,
            };
            let what = (Defect::HeaderAdded, Additive);
            walk.tell(both.operation, what, spots, (&subject, "is new".to_owned()));
        }
    }
}

/// Compares the forms that a body may have.
pub(super) fn media(
    walk: &mut Walk<'_>,
    both: &Both<'_>,
    (old, new): (&[Media], &[Media]),
    direction: Direction,
    label: &str,
    holders: (Spot, Spot),
) {
    let mut free: Vec<&Media> = new.iter().collect();
    let mut left = Vec::new();
    for media in old {
        match take(&mut free, |other| other.name.text == media.name.text)
            .or_else(|| take(&mut free, |other| plain(other) == plain(media)))
        {
            Some(found) => forms(walk, both, (media, found), direction, label),
            None => left.push(media),
        }
    }
    for media in left {
        let found = take(&mut free, |other| is_within(media, other, direction));
        if let Some(found) = found {
            forms(walk, both, (media, found), direction, label);
            continue;
        }
        let spots = Spots::Gone {
            old: media.name.spot,
            holder: Some(holders.1),
        };
        let detail = format!("cannot be `{}` any more", media.name.text);
        walk.tell(
            both.operation,
            (Defect::MediaTypeRemoved, Breaking),
            spots,
            (label, detail),
        );
    }
    for media in free {
        let spots = Spots::Added {
            holder: Some(holders.0),
            new: media.name.spot,
        };
        let detail = format!("can be `{}` too now", media.name.text);
        walk.tell(
            both.operation,
            (Defect::MediaTypeAdded, Additive),
            spots,
            (label, detail),
        );
    }
}

fn forms(
    walk: &mut Walk<'_>,
    both: &Both<'_>,
    (old, new): (&Media, &Media),
    direction: Direction,
    label: &str,
) {
    let root = Root {
        label: label.to_owned(),
        spots: (old.name.spot, new.name.spot),
    };
    walk.root(both.operation, (old.shape, new.shape), direction, root);
}

fn take<'m>(free: &mut Vec<&'m Media>, is_it: impl Fn(&Media) -> bool) -> Option<&'m Media> {
    let at = free.iter().position(|media| is_it(media))?;
    Some(free.remove(at))
}

/// Gives a media type without its parameters.
fn plain(media: &Media) -> String {
    let name = media.name.text.split(';').next().unwrap_or_default();
    name.trim().to_ascii_lowercase()
}

/// Tells whether whoever knew the old form gets on with the new one: of what is sent, a range that holds it; of what is
/// received, a form that is the old one with more to it (`application/problem+json` is JSON).
fn is_within(old: &Media, new: &Media, direction: Direction) -> bool {
    let (old, new) = (plain(old), plain(new));
    let Some((kind, form)) = old.split_once('/') else {
        return false;
    };
    match direction {
        Direction::Sent => new == "*/*" || new == format!("{kind}/*"),
        Direction::Received => {
            let own = new.strip_prefix(&format!("{kind}/"));
            own.is_some_and(|own| form == "*" || own.ends_with(&format!("+{form}"))) || old == "*/*"
        }
    }
}

fn subject(answer: &Answer) -> String {
    match answer.status {
        Status::One(status) => format!("the answer {status}"),
        Status::Class(class) => format!("the answer {class}XX"),
        Status::Default => "the answer `default`".to_owned(),
    }
}
