//! No word stands where the contract forbids it.

use crate::contract::model::{Certainty, Forbidden, Within};
use crate::contract::ordinary::Ordinary;
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
    let hidden = Work::joined(&code, &work.hidden_spans());
    let most = findings.as_slice().len() + MOST;
    for forbidden in &work.contract.forbidden {
        let mut ordinary = Ordinary::new(work, forbidden);
        for region in regions(work, forbidden) {
            if forbidden.within != Within::Prose {
                for piece in Work::inside(region, &code) {
                    find(work, forbidden, piece, most, findings, |span, word| {
                        ordinary.is_placeholder_in_code(span, word)
                    });
                }
            }
            if forbidden.within != Within::Code {
                for piece in Work::without(region, &hidden) {
                    find(work, forbidden, piece, most, findings, |span, word| {
                        ordinary.is_placeholder_in_prose(span, word)
                    });
                }
            }
        }
    }
}

fn find(
    work: &Work,
    forbidden: &Forbidden,
    piece: Span,
    most: usize,
    findings: &mut Findings,
    mut is_meant: impl FnMut(Span, &str) -> bool,
) {
    let text = work.document.source.slice(piece);
    let start = piece.start as usize;
    forbidden.words.find(text, |range, word| {
        let span = Span::new(start + range.start..start + range.end);
        if findings.as_slice().len() >= most || !is_meant(span, word) {
            return;
        }
        let place = work.at(span);
        let message = format!(
            "`{}` does not belong here",
            work.document.source.slice(span)
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
