//! No word stands where the contract forbids it.

use crate::contract::model::{Certainty, Forbidden, Within};
use crate::contract::work::Work;
use crate::markdown::heading_key;
use crate::{Findings, Span};

/// After so many in one document, more of them tell nobody anything, and a hostile file holds millions.
const MOST: usize = 1_000;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if work.contract.forbidden.is_empty() {
        return;
    }
    let code = work.code_spans();
    let hidden = work.hidden_spans();
    let most = findings.as_slice().len() + MOST;
    for forbidden in &work.contract.forbidden {
        for region in regions(work, forbidden) {
            let pieces = match forbidden.within {
                Within::Everything => Work::without(region, &hidden),
                Within::Code => Work::inside(region, &code),
                Within::Prose => Work::without(region, &Work::joined(&code, &hidden)),
            };
            for piece in pieces {
                find(work, forbidden, piece, most, findings);
            }
        }
    }
}

fn find(work: &Work, forbidden: &Forbidden, piece: Span, most: usize, findings: &mut Findings) {
    let text = work.document.source.slice(piece);
    let start = piece.start as usize;
    forbidden.words.find(text, |range, _| {
        if findings.as_slice().len() >= most {
            return;
        }
        let place = work.at(Span::new(start + range.start..start + range.end));
        let message = format!(
            "`{}` does not belong here",
            work.document.source.slice(place.span)
        );
        let help = match (forbidden.instead.as_str(), forbidden.why.as_str()) {
            ("", why) => why.to_owned(),
            (instead, why) => format!("{instead}: {why}"),
        };
        match forbidden.certainty {
            Certainty::Sure => findings.error(place, message).help(help),
            Certainty::Guess => findings.warning(place, message).help(help).guess(),
        };
    });
}

fn regions(work: &Work, forbidden: &Forbidden) -> Vec<Span> {
    if forbidden.sections.is_empty() {
        return vec![work.document.body];
    }
    let keys: Vec<String> = forbidden
        .sections
        .iter()
        .map(|name| heading_key(name))
        .collect();
    let is_meant = |name: &str| keys.contains(&heading_key(name));
    let parts = work.sections().filter(|part| is_meant(&part.name));
    parts.map(|part| work.body(part)).collect()
}
