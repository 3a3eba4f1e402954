//! Reading a list page by page.

use serde_json::json;

use super::super::draft::{Draft, Proof, shape_of};
use super::super::exchange::Intent;
use super::Run;
use crate::contract::{Endpoint, Location};

/// A list of more pages than this is not read to its end.
const PAGES: u64 = 5;

/// Reads the pages of a list, and the one behind the last.
pub(super) fn read(run: &mut Run<'_>, index: usize, endpoint: &Endpoint, base: &Draft) {
    let conventions = run.survey.conventions.clone();
    let find = |name: &str| {
        let wanted = conventions.name(name).to_owned();
        endpoint.parameters.iter().position(|parameter| {
            parameter.location == Location::Query && *parameter.name.text == *wanted
        })
    };
    let is_list = run.record(index).list.is_some();
    let (Some(page_at), Some(size_at), true) = (find("page"), find("pageSize"), is_list) else {
        return;
    };
    let most = endpoint
        .parameters
        .get(size_at)
        .and_then(shape_of)
        .and_then(|shape| {
            let parts = run.contract.parts(shape);
            let mut maximums = parts
                .into_iter()
                .filter_map(|part| run.contract.shape(part).limits.maximum);
            maximums.next().map(|bound| bound.value.max(1.0) as u64)
        });
    let most = most.unwrap_or(50);
    let ask = |run: &mut Run<'_>, page: u64, size: u64, is_beyond: bool| {
        let mut draft = base.clone();
        draft.inputs.insert(page_at, json!(page));
        draft.inputs.insert(size_at, json!(size));
        let intent = if is_beyond {
            Intent::PageBeyond { page, size }
        } else {
            Intent::Page { page, size }
        };
        let which = if is_beyond { ", behind the last" } else { "" };
        let given = format!("page {page} of {size} each{which}");
        run.send(index, (intent, given), &draft, Proof::Given)
    };
    let first = ask(run, 1, 2.min(most), false);
    if first != Some(200) {
        return;
    }
    let record = run.record(index);
    let total = record
        .exchanges
        .last()
        .and_then(|last| record.number(last.answer()?, "totalItems"));
    let Some(total) = total else {
        ask(run, 2, 2.min(most), false);
        return;
    };
    let size = total.div_ceil(4).clamp(1, most);
    let pages = total.div_ceil(size);
    let last = if pages <= PAGES { pages } else { 2 };
    for page in 1..=last {
        ask(run, page, size, false);
    }
    ask(run, pages + 1, size, true);
}
