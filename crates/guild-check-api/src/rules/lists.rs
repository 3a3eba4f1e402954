//! Pagination and filters (SPEC.md 4): every list by page from the first version, every filter by the name of a field.

guild_check::rules! {
    "api" for crate::Survey, in "lists", proved by crate::rules::prove_design;
    list_without_pagination,
    pagination_incomplete,
    pagination_type,
    page_size_unbounded,
    filter_form,
}

/// The fields of an answer that is one page of a list.
const FIELDS: [&str; 4] = ["page", "pageSize", "totalItems", "totalPages"];

/// The parameters that choose the page.
const PARAMETERS: [&str; 2] = ["page", "pageSize"];
