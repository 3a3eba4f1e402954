//! Requests that lead to nothing: ids that nothing has, and methods that a path does not take.

use super::super::draft::{Draft, Proof, shape_of};
use super::super::encode::plain;
use super::super::exchange::{Intent, Sent};
use super::super::known::parameter_of;
use super::super::order::{nameless, places};
use super::super::run::accept;
use super::probe::some_draft;
use super::{Run, taste};
use crate::contract::{Endpoint, Origin};
use crate::live::Methods;
use crate::sample::{Examples, Optional, is_written};

/// Makes an address, of which the parameters from one on are of nothing that there is.
pub(super) fn nowhere(
    run: &Run<'_>,
    index: usize,
    endpoint: &Endpoint,
    from: usize,
) -> Option<Vec<String>> {
    let contract = run.contract();
    let known = run
        .bases
        .get(&index)
        .map(|base| base.address.clone())
        .unwrap_or_default();
    let mut sampler = run.sampler(
        &contract,
        index,
        "nowhere",
        taste(Examples::Never, Optional::None),
    );
    let mut address: Vec<String> = known.into_iter().take(from).collect();
    for name in places(&endpoint.path.text).into_iter().skip(address.len()) {
        let shape = parameter_of(endpoint, name).and_then(shape_of);
        let known = run.known.field(name);
        let is_new = |text: &String| {
            !known.contains(text) && shape.is_none_or(|shape| is_written(&contract, shape, text))
        };
        // Where the contract says nothing of the form, what is there shows it.
        let like_known = known.first().and_then(|first| {
            std::iter::successors(Some(alike(first)), |last| Some(alike(last)))
                .take(9)
                .find(is_new)
        });
        let is_formed = shape.is_some_and(|shape| {
            contract.parts(shape).into_iter().any(|part| {
                let part = contract.shape(part);
                part.limits.pattern.is_some() || part.format.is_some()
            })
        });
        let mut made = || {
            shape.and_then(|shape| {
                (0..4).find_map(|_| {
                    sampler
                        .value(shape)
                        .map(|value| plain(&value))
                        .filter(is_new)
                })
            })
        };
        let first = if is_formed {
            made().or(like_known)
        } else {
            like_known
        };
        let fixed = ["guild-no-such-thing", "987654321", "87654321", "7654"];
        let fixed = || fixed.into_iter().map(str::to_owned).find(is_new);
        address.push(first.or_else(fixed).or_else(made)?);
    }
    Some(address)
}

/// Writes a text of the same form with other digits; with other letters, if it has no digits.
fn alike(text: &str) -> String {
    let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
    let other = |letter: char| match letter {
        // None of them becomes 0, which may not stand first.
        '0'..='8' => char::from(letter as u8 + 1),
        '9' => '1',
        'a'..='y' | 'A'..='Y' if !has_digits => char::from(letter as u8 + 1),
        'z' if !has_digits => 'a',
        'Z' if !has_digits => 'A',
        letter => letter,
    };
    text.chars().map(other).collect()
}

/// Asks for what there is not.
pub(super) fn missing(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) {
    let names = places(&endpoint.path.text);
    let Some(last) = names.last() else { return };
    let is_closed = parameter_of(endpoint, last).and_then(shape_of);
    // Where the values are listed, there is none of which nothing is.
    if is_closed.is_some_and(|shape| run.contract.values(shape).is_some()) {
        return;
    }
    let given = |name: &str| {
        (
            Intent::Missing,
            format!("`{name}` of nothing that there is"),
        )
    };
    let from = if run.bases.contains_key(&index) {
        names.len() - 1
    } else {
        0
    };
    if let (Some(mut draft), Some(address)) = (
        some_draft(run, index, endpoint),
        nowhere(run, index, endpoint, from),
    ) {
        draft.address = address;
        run.send(index, given(last), &draft, Proof::Given);
    }
    // What is below something that there is not.
    if let (true, Some(first)) = (names.len() > 1, names.first())
        && let (Some(mut draft), Some(address)) = (
            some_draft(run, index, endpoint),
            nowhere(run, index, endpoint, 0),
        )
    {
        draft
            .address
            .splice(..draft.address.len().min(1), address.into_iter().take(1));
        run.send(index, given(first), &draft, Proof::Given);
    }
}

/// Calls a path by a method that the contract does not have there; once for each path.
pub(super) fn wrong_method(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) {
    let contract = run.contract();
    let path = nameless(&endpoint.path.text);
    let same =
        |other: &&Endpoint| other.origin == Origin::Path && nameless(&other.path.text) == path;
    let mut all = contract.endpoints.iter().filter(same);
    let is_first = all.next().is_some_and(|first| first.spot == endpoint.spot);
    let is_taken = |word: &str| {
        contract
            .endpoints
            .iter()
            .filter(same)
            .any(|other| other.method.word() == word)
    };
    // A collection that can be taken away whole would be gone.
    let methods = match run.options.methods {
        Methods::Reading => &["GET"][..],
        Methods::All if path.ends_with('}') => &["PUT", "PATCH", "POST", "DELETE"],
        Methods::All => &["PUT", "PATCH", "POST"],
    };
    let Some(method) = methods
        .iter()
        .find(|method| !is_taken(method))
        .filter(|_| is_first)
    else {
        return;
    };
    let Some(address) = nowhere(run, usize::MAX, endpoint, 0) else {
        return;
    };
    let draft = Draft {
        address,
        ..Draft::empty()
    };
    let to = (&*contract, endpoint);
    let sent = Sent {
        method: (*method).to_owned(),
        headers: vec![accept()],
        ..draft.sent(to, &run.base(), &run.options.credentials, Proof::Given)
    };
    let given = format!("the method {method}, which the contract does not have there");
    run.send_as_is(index, (Intent::WrongMethod, given), sent, None);
}
