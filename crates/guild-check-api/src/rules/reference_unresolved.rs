//! A reference leads to something.

use guild_check::Findings;

use super::tell;
use crate::contract::{Contract, FaultKind};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::Unresolved, findings);
    tell_of_circles(contract, findings);
}

/// How far the walk has come with a shape.
#[derive(Clone, Copy)]
enum Walked {
    Not,
    Within,
    Whole,
}

/// Tells of shapes that are all of themselves; references that lead to themselves were found when they were read.
fn tell_of_circles(contract: &Contract, findings: &mut Findings) {
    let mut walked = vec![Walked::Not; contract.shapes.len()];
    for start in 0..contract.shapes.len() {
        if !matches!(walked[start], Walked::Not) {
            continue;
        }
        walked[start] = Walked::Within;
        // The way from the start, each shape with the number of its parts that were looked at.
        let mut way = vec![(start, 0)];
        while let Some((at, seen)) = way.last_mut() {
            let shape = &contract.shapes[*at];
            let Some(part) = shape.target.iter().chain(&shape.all_of).nth(*seen) else {
                walked[*at] = Walked::Whole;
                way.pop();
                continue;
            };
            *seen += 1;
            match walked[part.index()] {
                Walked::Whole => {}
                Walked::Not => {
                    walked[part.index()] = Walked::Within;
                    way.push((part.index(), 0));
                }
                Walked::Within => {
                    findings
                        .error(
                            contract.place(shape.spot),
                            "this leads back to itself through `allOf`",
                        )
                        .help("let it lead to a definition that does not hold it in turn");
                }
            }
        }
    }
}
