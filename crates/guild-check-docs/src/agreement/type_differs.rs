//! A parameter is of the type that the contract says.

use guild_check::Findings;

use guild_check::operation::Type;

use super::answer::words;
use super::{operation, row};
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.parameters {
        let (Some(said), Some(shape)) = (row::types(row), row::shape(operation, row)) else {
            continue;
        };
        let fits = |kind: &Type| {
            *kind == Type::Null
                || shape.types.contains(kind)
                || (*kind == Type::Number && shape.types.contains(&Type::Integer))
        };
        if shape.types.is_empty() || said.iter().all(fits) {
            continue;
        }
        let message = format!(
            "`{}` is {} here and {} in the contract",
            row.bare_name(),
            words(&said),
            words(&shape.types)
        );
        findings
            .error(document.at(row.kind.span), message)
            .help("write the type that the contract says");
    }
}
