//! A plan in any legal style of Markdown is the same plan, and each thing in it has its exact place.

use std::time::Duration;

use guild_check::Source;
use guild_check_browser::plan::{Part, VitalsWanted};
use guild_check_browser::{Plan, is_plan};

const PLAN: &str =
    include_str!("../../../../skills/browser-testing-with-devtools/references/worked-plan.md");

fn read(text: &str) -> Plan {
    Plan::read(&Source::new("PLAN.md", text))
}

#[track_caller]
fn sound(text: &str) -> Plan {
    let plan = read(text);
    assert_eq!(plan.problems, []);
    plan
}

/// What a plan says, without its places.
fn said(plan: &Plan) -> String {
    plan.to_string()
}

#[test]
fn the_worked_plan_of_the_skill_is_read_whole() {
    let plan = sound(PLAN);
    assert_eq!(plan.title, "Create and finish a task");
    assert_eq!(
        plan.entry_url.as_ref().unwrap().as_str(),
        "http://127.0.0.1:3000/tasks"
    );
    assert_eq!((plan.viewport.width, plan.viewport.height), (1280, 800));
    assert_eq!(plan.step_timeout, Duration::from_secs(5));
    assert_eq!(plan.expected_console[0].text, "analytics: blocked");
    assert_eq!(plan.expected_console[0].origin, "https://analytics.example");
    assert_eq!(plan.vitals, VitalsWanted::Recorded);
    let steps: Vec<usize> = plan.flows.iter().map(|flow| flow.steps.len()).collect();
    assert_eq!(steps, [17, 18]);
}

#[test]
fn every_plan_of_the_skill_is_read() {
    let form =
        include_str!("../../../../skills/browser-testing-with-devtools/references/plan-format.md");
    let skill = include_str!("../../../../skills/browser-testing-with-devtools/SKILL.md");
    let mut count = 0;
    for page in [form, skill] {
        for block in page.split("markdown\n# Test plan:").skip(1) {
            let end = block
                .find("\n````")
                .or_else(|| block.find("\n```\n"))
                .unwrap();
            sound(&format!("# Test plan:{}", &block[..end]));
            count += 1;
        }
    }
    assert_eq!(count, 3);
}

#[test]
fn line_ends_marks_and_bullets_do_not_matter() {
    let expected = said(&sound(PLAN));
    for end in ["\r\n", "\r"] {
        let text = PLAN.replace('\n', end);
        assert_eq!(said(&sound(&text)), expected, "{end:?}");
        assert!(is_plan(&text), "{end:?}");
    }
    assert_eq!(said(&sound(&format!("\u{feff}{PLAN}"))), expected);
    for bullet in ["* ", "+ "] {
        assert_eq!(
            said(&sound(&PLAN.replace("- ", bullet))),
            expected,
            "{bullet}"
        );
    }
    let numbers = PLAN.replace(". ", ") ");
    assert_eq!(said(&sound(&numbers)), expected);
    assert_eq!(
        said(&sound(&format!("---\nowner: web\n---\n{PLAN}"))),
        expected
    );
    assert_eq!(
        said(&sound(&format!("<!-- for people -->\n\n{PLAN}"))),
        expected
    );
}

#[test]
fn a_block_that_is_not_indented_belongs_to_the_step_above() {
    let text = "# Test plan: A\n\n- Entry URL: http://a.example/\n\n## Flow: B\n\n1. Navigate to `/`\n2. Assert network `GET /a` responds `200` and body matches:\n\n```json\n{ \"id\": \"string\" }\n```\n\n3. Screenshot `a`\n";
    let plan = sound(text);
    assert_eq!(plan.flows[0].steps.len(), 3);
    assert_eq!(plan.flows[0].steps[2].number, 3);
}

#[test]
fn the_head_takes_its_own_lines_alone() {
    let head = |line: &str| {
        let text = format!("# Test plan: A\n\n{line}\n\n## Flow: B\n\n1. Navigate to `/`\n");
        read(&text)
    };
    assert_eq!(
        head("- Step timeout: 500ms").step_timeout,
        Duration::from_millis(500)
    );
    assert_eq!(head("- Viewport: 390x844").viewport.width, 390);
    assert_eq!(head("- Color scheme: dark").color_scheme.word(), "dark");
    assert_eq!(head("- Secrets: `A`, `B_2`").secrets.len(), 2);
    assert_eq!(
        head("- Entry URL: <http://a.example/x>")
            .entry_url
            .unwrap()
            .path(),
        "/x"
    );
    for (line, column, help) in [
        (
            "- Entry url: http://a.example/",
            3,
            "did you mean: Entry URL: …",
        ),
        (
            "- Entry URL: localhost:3000/tasks",
            14,
            "only http and https addresses are opened",
        ),
        (
            "- Entry URL: http://a.example/ (local)",
            14,
            "write it whole: http://127.0.0.1:3000/tasks",
        ),
        (
            "- Viewport: phone",
            13,
            "write width and height in CSS pixels: 1280x800",
        ),
        ("- Color scheme: sepia", 17, "write light or dark"),
        ("- Theme: dark", 3, "did you mean: Color scheme: …"),
        (
            "- Step timeout: 5",
            17,
            "write it as 5s or 500ms, up to 10 minutes",
        ),
        ("- Core Web Vitals: record", 20, "did you mean: recorded"),
        (
            "- Secrets: hunter2",
            12,
            "write the names of environment variables in backticks, with commas: `TASKS_PASSWORD`, `TASKS_TOKEN`",
        ),
        (
            "- Expected console messages: `a`",
            30,
            "put each message on a line of its own below, as a bullet; write: `analytics: blocked` from `https://analytics.example`",
        ),
        (
            "- Expected console messages:\n  - analytics",
            5,
            "write: `analytics: blocked` from `https://analytics.example`",
        ),
        (
            "- Viewport: 1x1\n- Viewport: 2x2",
            3,
            "keep one of the two lines",
        ),
        ("Viewport: 1x1", 1, "did you mean: - Viewport: 1x1"),
    ] {
        let plan = head(line);
        let [problem] = plan.problems.as_slice() else {
            panic!("{line}: {:?}", plan.problems);
        };
        assert_eq!(problem.part, Part::Head, "{line}");
        assert_eq!(
            (plan.at(problem.span).start().column, problem.help.as_str()),
            (column, help),
            "{line}"
        );
    }
}

#[test]
fn what_would_be_left_out_of_the_run_is_a_problem() {
    let flow = "# Test plan: A\n\n- Entry URL: http://a.example/\n\n";
    for (text, line, help) in [
        ("", 1, "begin the plan with: # Test plan: <what is tested>"),
        ("# Tasks\n", 1, "did you mean: # Test plan: Tasks"),
        (
            "# Test Plan - Tasks\n",
            1,
            "did you mean: # Test plan: Tasks",
        ),
        (
            &format!("{flow}## Flow - Save\n\n1. Navigate to `/`\n"),
            5,
            "did you mean: ## Flow: Save",
        ),
        (
            &format!("{flow}1. Navigate to `/`\n"),
            5,
            "put them under a heading: ## Flow: <what the user does>",
        ),
        (
            &format!("{flow}## Flow: Save\n\n- Navigate to `/`\n"),
            7,
            "did you mean: 1. Navigate to `/`",
        ),
        (
            &format!("{flow}## Flow: Save\n\nNavigate to `/`\n"),
            7,
            "did you mean: 1. Navigate to `/`",
        ),
        (
            &format!("{flow}## Flow: Save\n\n1. Navigate to `/`\n\n   Then look.\n"),
            9,
            "write one line, and a JSON block where the line ends with a colon",
        ),
        (
            &format!("{flow}## Flow: Save\n\n1. Navigate to `/`\n\n   ```json\n   {{}}\n   ```\n"),
            9,
            "end the line with `and body matches:` or `sends body matching:`, or take the block away",
        ),
        (
            &format!(
                "{flow}## Flow: Save\n\n1. Assert network `GET /a` responds `200` and body matches:\n"
            ),
            7,
            "put a JSON block under the step, indented with it",
        ),
    ] {
        let plan = read(text);
        let found = plan.problems.iter().map(|problem| {
            (
                plan.source.line_of(problem.span.start),
                problem.help.as_str(),
            )
        });
        let found: Vec<_> = found.collect();
        assert!(found.contains(&(line, help)), "{text}\n{found:?}");
    }
}

#[test]
fn what_is_wrong_in_a_block_is_told_at_its_place() {
    let text = "# Test plan: A\n\n- Entry URL: http://a.example/\n\n## Flow: B\n\n1. Assert network `GET /ä` responds `200` and body matches:\n\n   ```json\n   {\n     \"id\": \"strng\"\n   }\n   ```\n";
    for end in ["\n", "\r\n", "\r"] {
        let plan = read(&text.replace('\n', end));
        let [problem] = plan.problems.as_slice() else {
            panic!("{end:?}: {:?}", plan.problems);
        };
        let start = plan.at(problem.span).start();
        assert_eq!((start.line, start.column), (11, 12), "{end:?}");
        assert_eq!(plan.source.slice(problem.span), "\"strng\"");
        assert_eq!(problem.help, "did you mean `\"string\"`?");
    }
}

#[test]
fn the_origin_of_the_entry_url_can_be_moved() {
    let mut plan = sound(
        "# Test plan: A\n\n- Entry URL: http://127.0.0.1:3000/tasks\n\n## Flow: B\n\n1. Navigate to `http://127.0.0.1:3000/a?b`\n2. Navigate to `https://other.example/`\n3. Assert network `GET http://127.0.0.1:3000/api` responds `200`\n4. Navigate to `/c`\n",
    );
    plan.move_to(&"https://staging.example:8443/ignored".parse().unwrap());
    assert_eq!(
        plan.entry_url.as_ref().unwrap().as_str(),
        "https://staging.example:8443/tasks"
    );
    let lines: Vec<String> = plan.flows[0]
        .steps
        .iter()
        .map(|step| step.kind.to_string())
        .collect();
    assert_eq!(
        lines,
        [
            "Navigate to `https://staging.example:8443/a?b`",
            "Navigate to `https://other.example/`",
            "Assert network `GET https://staging.example:8443/api` responds `200`",
            "Navigate to `/c`",
        ]
    );
    assert_eq!(
        plan.resolve("/c").unwrap().as_str(),
        "https://staging.example:8443/c"
    );
}
