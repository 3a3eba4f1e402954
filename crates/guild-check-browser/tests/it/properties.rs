//! Whatever a plan's text is, reading it ends with a plan, and a plan that is written is read as the same plan.

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::shape::Shape;
use proptest::prelude::*;

fn read(text: &str) -> Plan {
    Plan::read(&Source::new("PLAN.md", text))
}

/// Pieces that plans are made of, in any order.
const PIECES: [&str; 34] = [
    "# Test plan: A\n",
    "## Flow: B\n",
    "## flow\n",
    "- Entry URL: http://a.example/\n",
    "- Secrets: `A`\n",
    "- Expected console messages:\n  - `a` from `https://b.example`\n",
    "1. ",
    "2) ",
    "- ",
    "* ",
    "   ",
    "\n",
    "\r\n",
    "\u{feff}",
    "Navigate to `/a`",
    "Click button \"Save\"",
    "Fill `#a` with \"b\"",
    "Assert ",
    "is visible",
    "network `GET /a` responds `200`",
    " and body matches:",
    "\n   ```json\n",
    "{ \"a\": \"string\" }",
    "```\n",
    "`",
    "\"",
    "“",
    "<!--",
    "-->",
    "\\",
    "\u{a0}",
    "𝄞",
    "> ",
    "| a |\n|---|\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_text_is_a_plan(text in ".{0,400}") {
        check_places(&read(&text));
    }

    #[test]
    fn any_pieces_of_plans_are_a_plan(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        check_places(&read(&pieces.concat()));
    }

    #[test]
    fn a_cut_plan_is_a_plan(at in 0usize..4000) {
        let text = include_str!("../../../../skills/browser-testing-with-devtools/references/worked-plan.md");
        check_places(&read(&text[..text.floor_char_boundary(at)]));
    }

    #[test]
    fn a_plan_that_is_written_is_read_as_the_same(steps in prop::collection::vec(step(), 1..12), name in "[a-zA-Z][a-z ]{0,20}[a-z]") {
        let mut text = format!("# Test plan: {name}\n\n- Entry URL: http://a.example/\n\n## Flow: {name}\n\n");
        for step in &steps {
            text.push_str(&format!("1. {step}\n"));
        }
        let first = read(&text);
        prop_assert_eq!(&first.problems, &[], "{}", text);
        let written = first.to_string();
        let second = read(&written);
        prop_assert_eq!(&second.problems, &[], "{}", written);
        prop_assert_eq!(second.to_string(), written);
        let kinds = |plan: &Plan| plan.steps().map(|(_, step)| step.kind.clone()).collect::<Vec<_>>();
        prop_assert_eq!(kinds(&first), kinds(&second));
        prop_assert_eq!(first.flows[0].steps.len(), steps.len());
    }

    #[test]
    fn any_text_is_a_shape_or_a_problem_in_it(text in "[\\[\\]{}\":,=a-z0-9|? ]{0,60}") {
        match Shape::read(&text) {
            Ok(shape) => prop_assert_eq!(Shape::read(&shape.to_string()), Ok(shape)),
            Err(problem) => prop_assert!(text.get(problem.range.clone()).is_some(), "{:?}", problem),
        }
    }
}

/// Every place is in the text, at whole characters, and no suggestion is empty.
fn check_places(plan: &Plan) {
    let text = plan.source.text();
    for problem in &plan.problems {
        assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
        assert!(!problem.message.is_empty() && !problem.help.is_empty());
    }
    for (_, step) in plan.steps() {
        assert!(text.get(step.span.range()).is_some(), "{step:?}");
    }
}

/// A text that may hold anything but a line end; it does not begin or end with a blank, which Markdown takes away.
fn words() -> impl Strategy<Value = String> {
    "[!-~äß“”’–𝄞]([ -~äß“”’–𝄞]{0,20}[!-~äß“”’–𝄞])?"
}

fn quoted() -> impl Strategy<Value = String> {
    words().prop_map(|text| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn target() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("`#a`".to_owned()),
        Just("`` [title=\"`\"] ``".to_owned()),
        quoted().prop_map(|name| format!("button {name}")),
        quoted().prop_map(|name| format!("text {name}")),
    ]
}

fn step() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9/?=&-]{0,20}".prop_map(|path| format!("Navigate to `/a{path}`")),
        target().prop_map(|target| format!("Click {target}")),
        (target(), quoted()).prop_map(|(target, text)| format!("Fill {target} with {text}")),
        (target(), quoted()).prop_map(|(target, text)| format!("Select {text} in {target}")),
        (target(), quoted()).prop_map(|(target, text)| format!("Assert {target} has text {text}")),
        (target(), 0u32..9).prop_map(|(target, count)| format!("Assert {target} has count {count}")),
        (target(), quoted()).prop_map(|(target, text)| format!("Assert {target} has attribute `data-a` {text}")),
        "[a-z*-][a-z/*-]{0,12}".prop_map(|path| format!("Assert network `POST /{path}` responds `201` and body matches:\n   ```json\n   {{ \"a?\": [\"=b\"] }}\n   ```")),
        (1u32..5000).prop_map(|limit| format!("Assert LCP is below {limit} ms")),
        "[a-z0-9][a-z0-9._-]{0,12}".prop_map(|name| format!("Screenshot `{name}`")),
    ]
}
