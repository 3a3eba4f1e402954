//! The language of JSON blocks: what it takes, what it refuses, and what it finds in an answer.

use guild_check_browser::shape::Shape;
use serde_json::{Value, json};

fn shape(text: &str) -> Shape {
    Shape::read(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"))
}

fn found(text: &str, value: &Value) -> Vec<String> {
    let mismatches = shape(text).mismatches(value);
    mismatches.iter().map(ToString::to_string).collect()
}

#[test]
fn every_kind_of_shape_takes_what_it_says() {
    for (text, fits, differs) in [
        ("\"string\"", json!(""), json!(1)),
        ("\"number\"", json!(1.5), json!("1.5")),
        ("\"integer\"", json!(2.0), json!(2.5)),
        ("\"boolean\"", json!(false), json!(0)),
        ("\"null\"", json!(null), json!("null")),
        ("\"string|null\"", json!(null), json!(1)),
        ("\"integer | boolean\"", json!(true), json!("a")),
        ("\"=OPEN\"", json!("OPEN"), json!("open")),
        ("\"=\"", json!(""), json!(null)),
        ("42", json!(42.0), json!(43)),
        ("-1.5e2", json!(-150), json!(-151)),
        ("true", json!(true), json!("true")),
        ("[\"string\"]", json!(["a"]), json!(["a", 1])),
        ("[[1]]", json!([[1], []]), json!([1])),
        ("{}", json!({"a": 1}), json!([])),
        ("{\"a\": \"any\"}", json!({"a": null}), json!({"b": 1})),
        ("{\"a?\": \"string\"}", json!({}), json!({"a": null})),
    ] {
        assert_eq!(
            found(text, &fits),
            Vec::<String>::new(),
            "{text} takes {fits}"
        );
        assert_ne!(
            found(text, &differs),
            Vec::<String>::new(),
            "{text} refuses {differs}"
        );
    }
    assert_eq!(
        found("\"any\"", &json!({"a": [null]})),
        Vec::<String>::new()
    );
}

#[test]
fn what_differs_is_told_with_its_way() {
    let text = r#"{ "items": [{ "id": "string", "status": "=OPEN", "due at": "string|null", "notes?": "string" }], "page": 1, "isPinned": "boolean" }"#;
    let answer = json!({
        "items": [
            { "id": "a", "status": "OPEN", "due at": null },
            { "id": 7, "status": "DONE", "due at": false, "notes": null },
        ],
        "page": "1",
    });
    assert_eq!(
        found(text, &answer),
        [
            "`items[1].id` is a number; expected a string",
            "`items[1].status` is \"DONE\"; expected \"OPEN\"",
            "`items[1][\"due at\"]` is a boolean; expected a string or null",
            "`items[1].notes` is null; expected a string",
            "`page` is \"1\"; expected 1",
            "`isPinned` is absent; expected a boolean",
        ]
    );
    assert_eq!(
        found(text, &json!([])),
        ["the body is an array; expected an object"]
    );
}

#[test]
fn no_more_is_told_than_somebody_reads() {
    let many: Vec<Value> = (0..1000).map(|_| json!("x".repeat(1000))).collect();
    let told = found("[1]", &Value::Array(many));
    assert_eq!(told.len(), guild_check_browser::shape::MOST_MISMATCHES);
    assert!(told.iter().all(|line| line.len() < 200), "{told:?}");
}

#[test]
fn what_is_no_shape_is_told_at_its_place() {
    for (text, place, help) in [
        (
            "{ \"a\": \"strng\" }",
            "\"strng\"",
            "did you mean `\"string\"`?",
        ),
        (
            "{ \"a\": \"bool\" }",
            "\"bool\"",
            "did you mean `\"boolean\"`?",
        ),
        (
            "\"OPEN\"",
            "\"OPEN\"",
            "exactly this text is written `\"=OPEN\"`; the types are string, number, integer, boolean, null, any",
        ),
        (
            "\"object\"",
            "\"object\"",
            "write its fields in braces, or `{}` for any object",
        ),
        (
            "\"string|\"",
            "\"string|\"",
            "exactly this text is written `\"=string|\"`; the types are string, number, integer, boolean, null, any",
        ),
        ("null", "null", "write `\"null\"`"),
        ("string", "string", "write `\"string\"`"),
        ("[]", "]", "write one shape, such as `[\"any\"]`"),
        ("[1, 2]", ",", "write `[shape]`"),
        ("{ \"a\": 1, }", "}", "take the comma away"),
        ("{ \"a\": 1, \"a?\": 2 }", "\"a?\"", "name each field once"),
        (
            "{ a: 1 }",
            "a",
            "write it in double quotes: `\"id\": \"string\"`",
        ),
        ("{ \"a\" }", "}", "write `\"name\": shape`"),
        (
            "{ \"a\": 1",
            "",
            "put a comma between fields, and `}` at the end",
        ),
        ("1 2", "2", "one shape in one block"),
        ("// x\n1", "// x", "say it in the text of the plan"),
        ("", "", "close what is open, and name a shape"),
    ] {
        let problem = Shape::read(text).unwrap_err();
        assert_eq!(
            (&text[problem.range.clone()], problem.help.as_str()),
            (place, help),
            "{text}: {problem:?}"
        );
    }
}

#[test]
fn a_shape_of_any_depth_ends() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(
        Shape::read(&deep).unwrap_err().message,
        "the shape is nested too deep"
    );
}
