//! Lists: paging, filters, sorting.

use insta::assert_json_snapshot;

use crate::world::World;

#[test]
fn a_list_carries_its_page_and_the_totals() {
    let world = World::of_samples();
    let list = world.get("/api/skills?page=2&pageSize=1").json();
    assert_json_snapshot!(list, @r#"
    {
      "items": [
        {
          "name": "tea-maker",
          "title": "Tea Maker",
          "summary": "Makes a cup of tea, from the pot to the pouring.",
          "pack": "developer-pack",
          "packLabel": "Developer pack",
          "version": "1.1.0",
          "digest": "sha256:d8dc459413ef15dfe0f8f6df8ed3d12dbc4c9bf35ea6be761de4256bbed17497",
          "publishedAt": "2026-11-21T12:00:00Z",
          "updatedAt": "2026-11-20T00:00:00Z",
          "isDerived": false,
          "rating": {
            "average": null,
            "count": 0
          },
          "downloadCount": 0,
          "starCount": 0
        }
      ],
      "page": 2,
      "pageSize": 1,
      "totalItems": 2,
      "totalPages": 2
    }
    "#);
}

#[test]
fn a_page_behind_the_last_is_empty() {
    let world = World::of_samples();
    let list = world.get("/api/skills?page=9").json();
    assert_eq!(list["items"], serde_json::json!([]));
    assert_eq!((&list["page"], &list["totalItems"]), (&9.into(), &2.into()));
}

#[test]
fn packs_are_listed_with_their_skills() {
    let world = World::of_samples();
    assert_json_snapshot!(world.get("/api/packs").json(), @r#"
    {
      "items": [
        {
          "name": "developer-pack",
          "label": "Developer pack",
          "skillCount": 1,
          "updatedAt": "2026-11-21T12:00:00Z"
        },
        {
          "name": "unsorted",
          "label": "Unsorted",
          "skillCount": 1,
          "updatedAt": "2026-11-21T12:00:00Z"
        }
      ],
      "page": 1,
      "pageSize": 20,
      "totalItems": 2,
      "totalPages": 1
    }
    "#);
    assert_json_snapshot!(world.get("/api/packs/developer-pack").json(), @r#"
    {
      "name": "developer-pack",
      "label": "Developer pack",
      "skillCount": 1,
      "updatedAt": "2026-11-21T12:00:00Z"
    }
    "#);
    let skills = world.get("/api/packs/developer-pack/skills").json();
    assert_eq!(names(&skills), ["tea-maker"]);
}

#[test]
fn skills_are_narrowed_by_pack_and_origin() {
    let world = World::of_samples();
    for (query, expected) in [
        ("", vec!["bread-baker", "tea-maker"]),
        ("?pack=developer-pack", vec!["tea-maker"]),
        ("?pack=no-such-pack", vec![]),
        ("?isDerived=true", vec!["bread-baker"]),
        ("?isDerived=false", vec!["tea-maker"]),
        ("?query=tea", vec!["tea-maker"]),
        ("?query=tea-maker&sort=RELEVANCE", vec!["tea-maker"]),
        ("?query=", vec!["bread-baker", "tea-maker"]),
        ("?sort=NAME", vec!["bread-baker", "tea-maker"]),
        ("?sort=UPDATED", vec!["tea-maker", "bread-baker"]),
        ("?sort=NEWEST", vec!["bread-baker", "tea-maker"]),
        ("?hasContract=true", vec![]),
        ("?isSigned=true&isDerived=false", vec!["tea-maker"]),
    ] {
        let list = world.get(&format!("/api/skills{query}")).json();
        assert_eq!(names(&list), expected, "{query}");
    }
}

#[test]
fn malformed_parameters_are_400_and_values_out_of_range_422() {
    let world = World::of_samples();
    for (query, expected) in [
        ("page=x", "400 MALFORMED_QUERY"),
        ("page=-1", "422 PARAMETER_OUT_OF_RANGE"),
        ("page=", "400 MALFORMED_QUERY"),
        ("page=1&page=2", "400 MALFORMED_QUERY"),
        ("page=%ff", "400 MALFORMED_QUERY"),
        ("page=%", "400 MALFORMED_QUERY"),
        ("isDerived=1", "400 MALFORMED_QUERY"),
        ("sort=name", "400 MALFORMED_QUERY"),
        ("pack=Developer%20pack", "400 MALFORMED_QUERY"),
        ("pagesize=1", "400 UNKNOWN_PARAMETER"),
        ("page=0", "422 PARAMETER_OUT_OF_RANGE"),
        ("pageSize=0", "422 PARAMETER_OUT_OF_RANGE"),
        ("pageSize=101", "422 PARAMETER_OUT_OF_RANGE"),
        ("page=99999999999999999999", "422 PARAMETER_OUT_OF_RANGE"),
        ("page=2147483648", "422 PARAMETER_OUT_OF_RANGE"),
    ] {
        let answer = world.get(&format!("/api/skills?{query}"));
        assert_eq!(answer.error(), expected, "{query}");
    }
    let long = "x".repeat(201);
    let answer = world.get(&format!("/api/skills?query={long}"));
    assert_eq!(answer.error(), "422 PARAMETER_OUT_OF_RANGE");
}

#[test]
fn an_unknown_parameter_is_answered_with_the_known_ones() {
    let world = World::of_samples();
    let answer = world.get("/api/events?since=4");
    assert_json_snapshot!(answer.json(), @r#"
    {
      "error": {
        "code": "UNKNOWN_PARAMETER",
        "message": "this resource has no parameter `since`; it takes after, page, pageSize"
      }
    }
    "#);
    let answer = world.get("/api/skills/tea-maker?verbose=true");
    assert_eq!(answer.error(), "400 UNKNOWN_PARAMETER");
}

#[test]
fn events_are_listed_after_the_last_one_seen() {
    let world = World::of_samples();
    let list = world.get("/api/events").json();
    assert_json_snapshot!(list["items"][0], @r#"
    {
      "sequence": 1,
      "kind": "SKILL_LISTED",
      "skill": "tea-maker",
      "version": "1.0.0",
      "occurredAt": "2026-11-21T12:00:00Z"
    }
    "#);
    let last = list["items"][1]["sequence"].as_u64().unwrap();
    let rest = world.get(&format!("/api/events?after={last}")).json();
    assert_eq!(
        rest["totalItems"].as_u64(),
        list["totalItems"].as_u64().map(|total| total - 2)
    );
}

fn names(list: &serde_json::Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["name"].as_str().unwrap()).collect()
}

#[test]
fn the_last_event_that_was_seen_is_read_as_strictly_as_a_parameter() {
    let world = World::of_samples();
    // An answer that is kept for the address is none to who says more.
    world.get("/api/events");
    for (value, expected) in [
        ("yesterday", "400 MALFORMED_QUERY"),
        ("-1", "422 PARAMETER_OUT_OF_RANGE"),
        ("9223372036854775808", "422 PARAMETER_OUT_OF_RANGE"),
    ] {
        let answer = world.request("GET", "/api/events", &[("last-event-id", value)]);
        assert_eq!(answer.error(), expected, "{value}");
    }
}
