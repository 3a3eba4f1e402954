//! A table has exactly the columns of the contract, in their order.

use crate::Findings;
use crate::contract::mend;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::{Block, Cell, heading_key};

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(spec) = &part.holds.table else {
            continue;
        };
        let Some(table) = work.deep_blocks(part).find_map(Block::as_table) else {
            continue;
        };
        let wanted: Vec<&str> = spec
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let Some(message) = difference(&table.columns, &wanted) else {
            continue;
        };
        let first = table.columns.first().map_or(table.span, |cell| cell.span);
        let last = table.columns.last().map_or(table.span, |cell| cell.span);
        let help = format!("make the columns {}, in this order", wanted.join(", "));
        findings
            .error(work.at(first.to(last)), message)
            .help(with_reason(&help, &part.holds.why))
            .fix(mend::columns(work, part));
    }
}

/// Says what is wrong with the columns, the gravest first.
fn difference(found: &[Cell], wanted: &[&str]) -> Option<String> {
    let keys: Vec<String> = found.iter().map(|cell| heading_key(&cell.text)).collect();
    let wanted_keys: Vec<String> = wanted.iter().map(|name| heading_key(name)).collect();
    if keys == wanted_keys {
        return None;
    }
    let absent = wanted
        .iter()
        .zip(&wanted_keys)
        .find(|(_, key)| !keys.contains(key));
    if let Some((name, _)) = absent {
        return Some(format!("the table has no column `{name}`"));
    }
    let extra = found
        .iter()
        .zip(&keys)
        .find(|(_, key)| !wanted_keys.contains(key));
    if let Some((cell, _)) = extra {
        return Some(format!("the table has a column `{}` too many", cell.text));
    }
    if keys.len() > wanted_keys.len() {
        return Some("the table has a column twice".to_owned());
    }
    Some("the columns stand in another order".to_owned())
}
