//! The endpoints that hand out lists, and what each has of pagination.

use crate::contract::{Contract, Endpoint, Field, Location, Method, Origin, ShapeId, Types};

/// An endpoint that hands out a list.
#[derive(Clone, Debug)]
pub struct List {
    /// The endpoint, by its index in [`Contract::endpoints`].
    pub endpoint: usize,
    /// The field of the answer that holds the list; none if the answer is the list.
    pub field: Option<Box<str>>,
    /// What each thing on the list may be.
    pub item: Option<ShapeId>,
    /// The fields of the answer.
    pub fields: Vec<(Box<str>, ShapeId)>,
    /// Whether anything about it speaks of pages, in whatever words.
    pub is_paged: bool,
}

/// Words of pagination, in any convention, as small letters alone.
const PAGED: [&str; 26] = [
    "page",
    "pagesize",
    "pagenumber",
    "perpage",
    "limit",
    "offset",
    "skip",
    "cursor",
    "next",
    "nextcursor",
    "nextpage",
    "nextlink",
    "nexturl",
    "nextmarker",
    "nextpagetoken",
    "nexttoken",
    "pagetoken",
    "marker",
    "startingafter",
    "hasmore",
    "totalitems",
    "totalcount",
    "totalpages",
    "total",
    "pagination",
    "paging",
];

/// Names of the field that holds a list, as small letters alone.
const LISTS: [&str; 13] = [
    "items", "data", "results", "result", "entries", "records", "values", "rows", "content",
    "elements", "hits", "nodes", "edges",
];

/// A list that the contract itself keeps this short fits into one answer.
const SHORT: u64 = 100;

/// Finds the endpoints that hand out lists.
pub(super) fn find(contract: &Contract) -> Vec<List> {
    let endpoints = contract.endpoints.iter().enumerate();
    endpoints
        .filter_map(|(index, endpoint)| list(contract, index, endpoint))
        .collect()
}

fn list(contract: &Contract, index: usize, endpoint: &Endpoint) -> Option<List> {
    if endpoint.method != Method::Get || endpoint.origin != Origin::Path {
        return None;
    }
    let shape = endpoint
        .successes()
        .find_map(|answer| answer.json()?.shape)?;
    let is_paged_query = endpoint.parameters.iter().any(|parameter| {
        parameter.location == Location::Query && speaks_of_pages(&parameter.name.text)
    });
    let none = List {
        endpoint: index,
        field: None,
        item: None,
        fields: Vec::new(),
        is_paged: is_paged_query,
    };
    let types = contract.types(shape).without(Types::NULL);
    // One item that is a list at times is an answer that varies, and not a list.
    let is_item = endpoint.path.text.trim_end_matches('/').ends_with('}');
    let is_list = types.has(Types::ARRAY) && (types == Types::ARRAY || !is_item);
    if is_list || (types.is_empty() && contract.items(shape).is_some()) {
        return (!is_short(contract, shape)).then(|| List {
            item: contract.items(shape),
            ..none
        });
    }
    let fields = contract.fields(shape).list;
    let is_paged = is_paged_query || fields.iter().any(|field| speaks_of_pages(&field.name.text));
    let (field, item) = held(contract, endpoint, &fields, is_paged)?;
    let named = fields
        .iter()
        .map(|field| (field.name.text.clone(), field.shape));
    Some(List {
        field: Some(field.name.text.clone()),
        item: Some(item),
        fields: named.collect(),
        is_paged,
        ..none
    })
}

/// Finds the field that holds the list, if the answer is a list and not a thing that has one.
fn held<'a, 'f>(
    contract: &Contract,
    endpoint: &Endpoint,
    fields: &'f [Field<'a>],
    is_paged: bool,
) -> Option<(&'f Field<'a>, ShapeId)> {
    let lists = fields
        .iter()
        .filter(|field| !is_short(contract, field.shape))
        .filter_map(|field| Some((field, contract.items(field.shape)?)));
    let lists: Vec<(&Field<'_>, ShapeId)> = lists.collect();
    let segment = endpoint
        .path
        .text
        .trim_end_matches('/')
        .rsplit('/')
        .next()?;
    let is_collection = !segment.contains('{');
    let segment = letters(segment);
    let is_named = |(field, _): &&(&Field<'_>, ShapeId)| {
        let name = letters(&field.name.text);
        LISTS.contains(&name.as_str()) || name == segment
    };
    let named = lists.iter().find(is_named);
    let lone = || {
        let (field, item) = *lists.first()?;
        let is_object = contract.types(item).has(Types::OBJECT);
        // A list with little beside it, such as a count or a link.
        (lists.len() == 1 && is_object && fields.len() <= 3).then_some((field, item))
    };
    match (is_collection, is_paged) {
        (true, _) => named.copied().or_else(lone).or_else(|| {
            let first = lists.first().copied();
            first.filter(|_| is_paged && lists.len() == 1)
        }),
        (false, true) => named.copied(),
        (false, false) => None,
    }
}

fn is_short(contract: &Contract, shape: ShapeId) -> bool {
    let parts = contract.parts(shape);
    let mut longest = parts
        .iter()
        .filter_map(|part| contract.shape(*part).limits.longest);
    longest.any(|longest| longest <= SHORT)
}

fn speaks_of_pages(name: &str) -> bool {
    PAGED.contains(&letters(name).as_str())
}

fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
