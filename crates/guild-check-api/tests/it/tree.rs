//! The tree of a file: the same from JSON and YAML, whole as far as it goes, with true places.

use guild_check::Source;
use guild_check_api::tree::{Tree, TreeFaultKind, TreeLimits, View};
use proptest::prelude::*;
use serde_json::{Value, json};

const LIMITS: TreeLimits = TreeLimits {
    bytes: 1 << 20,
    depth: 64,
    values: 10_000,
};

fn tree(path: &str, text: &str) -> Tree {
    Tree::parse(&Source::new(path, text), LIMITS)
}

fn value(path: &str, text: &str) -> Value {
    tree(path, text).root().map_or(Value::Null, View::to_json)
}

fn kinds(tree: &Tree) -> Vec<TreeFaultKind> {
    tree.faults.iter().map(|fault| fault.kind).collect()
}

#[test]
fn json_and_yaml_give_the_same_values() {
    let wanted = json!({"a": [1, 2.5, "x\ny", null, true], "b": {"c": {}}, "200": "ok"});
    assert_eq!(
        value(
            "a.json",
            "\u{feff}{\"a\": [1, 2.5, \"x\\ny\", null, true], \"b\": {\"c\": {}}, \"200\": \"ok\"}"
        ),
        wanted
    );
    assert_eq!(
        value(
            "a.yaml",
            "a: [1, 2.5, \"x\\ny\", ~, true]\r\nb:\r\n  c: {}\r\n200: ok\r\n"
        ),
        wanted
    );
}

#[test]
fn a_value_and_its_key_say_where_they_stand() {
    let source = Source::new("a.yaml", "über: # größe\n  zahl: 'drei'\n");
    let tree = Tree::parse(&source, LIMITS);
    let found = tree.root().unwrap().pointer("/über/zahl").unwrap();
    assert_eq!(source.slice(found.span()), "'drei'");
    assert_eq!(source.slice(found.key_span()), "zahl");
    assert_eq!(found.text(), Some("drei"));
}

#[test]
fn what_stands_before_a_fault_is_kept() {
    let half = tree("a.json", "{\"a\": {\"b\": 1, \"c\": [1, 2");
    assert_eq!(
        half.root().unwrap().to_json(),
        json!({"a": {"b": 1, "c": [1, 2]}})
    );
    assert_eq!(kinds(&half), [TreeFaultKind::Syntax]);
    let half = tree("a.yaml", "a:\n  b: 1\n  c: [1, 2\n");
    assert_eq!(
        half.root().unwrap().pointer("/a/b").unwrap().to_json(),
        json!(1)
    );
    assert_eq!(kinds(&half), [TreeFaultKind::Syntax]);
}

#[test]
fn a_tab_that_indents_yaml_is_told_at_its_place_and_what_stands_before_is_kept() {
    let half = tree("a.yaml", "a: 1\nb:\n\tc: 2\n");
    assert_eq!(
        half.root().unwrap().pointer("/a").unwrap().to_json(),
        json!(1)
    );
    assert_eq!(kinds(&half), [TreeFaultKind::Syntax]);
    let at = half.source.at(half.faults[0].span).start();
    assert_eq!(at.line, 3, "{}", half.faults[0].message);
    assert_eq!(value("a.json", "{\t\"a\":\t1 }"), json!({"a": 1}));
}

#[test]
fn a_comma_too_many_or_too_few_does_not_end_the_reading() {
    let odd = tree("a.json", "{\"a\": [1, 2,], \"b\": 3 \"c\": 4}");
    assert_eq!(
        odd.root().unwrap().to_json(),
        json!({"a": [1, 2], "b": 3, "c": 4})
    );
    assert_eq!(kinds(&odd), [TreeFaultKind::Syntax, TreeFaultKind::Syntax]);
}

#[test]
fn a_key_that_stands_twice_is_told_in_small_maps_and_large_ones() {
    for count in [2, 100] {
        let mut text: String = (0..count)
            .map(|index| format!("key{index}: {index}\n"))
            .collect();
        text.push_str("key1: again\n");
        let tree = tree("a.yaml", &text);
        assert_eq!(kinds(&tree), [TreeFaultKind::KeyTwice]);
        assert_eq!(tree.root().unwrap().get("key1").unwrap().written(), "1");
    }
}

#[test]
fn aliases_are_links_and_bombs_stay_small() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..40 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        text.push_str(&format!("a{level}: &a{level} [{before}]\n"));
    }
    let tree = tree("bomb.yaml", &text);
    assert_eq!(kinds(&tree), []);
    assert!(tree.views().count() < 1_000);
    let copied = tree.root().unwrap().to_json().to_string();
    assert!(copied.len() < 1_000_000);
}

#[test]
fn an_alias_of_what_holds_it_is_no_trap() {
    let tree = tree("a.yaml", "a: &a\n  b: *a\n");
    let inner = tree.root().unwrap().pointer("/a/b/b/b").unwrap();
    assert!(inner.is_map());
    inner.to_json();
}

#[test]
fn merged_maps_give_their_keys_and_own_keys_win() {
    let tree = tree(
        "a.yaml",
        "base: &base { a: 1, b: 2 }\nall:\n  <<: *base\n  b: 3\n",
    );
    let all = tree.root().unwrap().get("all").unwrap();
    assert_eq!(all.to_json(), json!({"b": 3, "a": 1}));
    assert_eq!(all.get("a").unwrap().written(), "1");
}

#[test]
fn what_lies_too_deep_is_left_out_and_the_rest_is_kept() {
    let deep = format!(
        "{{\"a\": {}{}, \"b\": 1}}",
        "[".repeat(100),
        "]".repeat(100)
    );
    let tree = tree("a.json", &deep);
    assert_eq!(kinds(&tree), [TreeFaultKind::Limit]);
    assert_eq!(tree.root().unwrap().get("b").unwrap().written(), "1");
    let endless = "[".repeat(1_000_000);
    let tree = Tree::parse(&Source::new("a.json", endless), LIMITS);
    assert!(kinds(&tree).contains(&TreeFaultKind::Limit));
}

#[test]
fn a_file_of_too_many_bytes_or_values_is_bounded() {
    let many = format!("[{}1]", "1,".repeat(20_000));
    assert_eq!(kinds(&tree("a.json", &many)), [TreeFaultKind::Limit]);
    let large = "a".repeat(2 << 20);
    assert_eq!(kinds(&tree("a.yaml", &large)), [TreeFaultKind::Limit]);
}

proptest! {
    #[test]
    fn any_text_gives_a_tree_with_spans_inside(text in "\\PC{0,80}|[\\[\\]{}:,&*\"'a1\\n\\t \\-#|>%é<]{0,120}") {
        for path in ["a.json", "a.yaml"] {
            let source = Source::new(path, text.clone());
            let tree = Tree::parse(&source, LIMITS);
            let spans = tree.views().map(View::span).chain(tree.faults.iter().map(|fault| fault.span));
            for span in spans {
                prop_assert!(span.start <= span.end && span.end as usize <= text.len());
                prop_assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
            }
            if let Some(root) = tree.root() {
                root.to_json();
            }
        }
    }

    #[test]
    fn any_json_is_read_as_by_another_reader(bytes in "[\\[\\]{}:,\"a1 ]{0,40}") {
        let theirs = serde_json::from_str::<Value>(&bytes);
        let ours = tree("a.json", &bytes);
        if bytes.trim_start().starts_with(['{', '[']) {
            let is_sound = ours.faults.iter().all(|fault| fault.kind == TreeFaultKind::KeyTwice);
            prop_assert_eq!(theirs.is_ok(), is_sound, "{:?}", ours.faults);
        }
        if let Ok(theirs) = theirs
            && ours.faults.is_empty() && (theirs.is_object() || theirs.is_array())
        {
            prop_assert_eq!(ours.root().unwrap().to_json(), theirs);
        }
    }
}
