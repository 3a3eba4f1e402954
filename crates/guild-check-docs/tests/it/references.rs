//! The skill's own examples are what it asks for.

use crate::documents::{endpoint, findings, function};

#[test]
fn the_example_of_an_endpoint_has_nothing_to_find() {
    let found = findings(endpoint());
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_example_of_a_function_has_nothing_to_find() {
    let found = findings(function());
    assert!(found.is_empty(), "{found:#?}");
}
