//! `guild new docs`.

use insta::assert_snapshot;

use crate::world::World;

const GUIDE: &str = include_str!("../../../../docs/guide/checking-documents.md");
const CONTRACT: &str =
    include_str!("../../../../skills/api-documentation-writer/references/example-openapi.yaml");

/// The brief that the guide shows.
fn brief() -> &'static str {
    let (_, rest) = GUIDE.split_once("```toml\n").unwrap();
    rest.split_once("```\n").unwrap().0
}

/// A brief with the three answers that no contract has.
const SHORT: &str = "\
does = \"Adds an open task to the project of the caller and returns it as stored.\"

[call]
language = \"sh\"
code = '''
curl --fail-with-body --silent --show-error \\
  --request POST \"http://127.0.0.1:3000/api/tasks\" \\
  --header \"Authorization: Bearer $TASKS_TOKEN\" \\
  --header \"Content-Type: application/json\" \\
  --data '{\"title\": \"Renew the TLS certificate of shop.example\"}'
'''

[gotchas]
idempotency = \"a repeated call adds a second task\"
";

fn world() -> World {
    let world = World::alone();
    world.write("project/openapi.yaml", CONTRACT);
    world.write("project/brief.toml", brief());
    world.write("project/short.toml", SHORT);
    world
}

/// Finds the open questions of a document, as the template has them.
fn gaps(text: &str) -> Vec<std::ops::Range<usize>> {
    let opens = text.match_indices('<').map(|(at, _)| at);
    opens
        .filter_map(|start| Some(start..start + text[start..].find('>')? + 1))
        .filter(|gap| text[gap.clone()].contains(' '))
        .collect()
}

/// Answers an open question.
fn answer(gap: &str, number: usize) -> String {
    match gap {
        "<real value, from a real answer>" => format!("Renew the certificate {number}"),
        "<code of the error>" => format!("PROJECT_LOCKED_{number}"),
        "<Which credential, in which header.>" => {
            "Send a bearer token in the `Authorization` header.".to_owned()
        }
        "<METHOD /other/path>" => "PATCH /api/tasks/{id}".to_owned(),
        "<METHOD /adjacent/path>" => "GET /api/tasks".to_owned(),
        "<the optional inputs that matter, and the error path>" => {
            "curl --fail-with-body http://127.0.0.1:3000/api/tasks?page=2".to_owned()
        }
        _ => format!(
            "at most {number} of the 5,000 tasks that the project may hold, each with its own title"
        ),
    }
}

/// Answers all open questions but one.
fn answered(text: &str, except: Option<usize>) -> String {
    let mut answered = text.to_owned();
    for (number, gap) in gaps(text).into_iter().enumerate().rev() {
        if Some(number) != except {
            answered.replace_range(gap.clone(), &answer(&text[gap], number));
        }
    }
    answered
}

#[test]
fn the_brief_of_the_guide_makes_a_document_that_passes() {
    let world = world();
    assert_snapshot!(world.guild("new docs --brief brief.toml"), @r#"
        exit 0
        stdout:
        Made post-api-tasks.md
        stderr:
        What stands in angle brackets is open. Answer it, then:
        hint: `guild check docs post-api-tasks.md`
    "#);
    world
        .guild("check docs post-api-tasks.md --deny warnings")
        .ok();
}

#[test]
fn a_document_passes_once_every_question_is_answered_and_not_before() {
    let world = world();
    world
        .guild("new docs --contract openapi.yaml --operation createTask --brief short.toml")
        .ok();
    let text = world.read("project/create-task.md");
    world.guild("check docs create-task.md").fails(1);
    let count = gaps(&text).len();
    assert!(count > 20, "{text}");
    for except in 0..count {
        world.write(
            &format!("project/open/{except}.md"),
            &answered(&text, Some(except)),
        );
    }
    let report = world.guild("check docs open --format json").fails(1).json();
    for except in 0..count {
        let path = format!("open/{except}.md");
        let mut findings = report["findings"].as_array().unwrap().iter();
        let is_found = findings.any(|finding| {
            finding["rule"] == "docs/template-left" && finding.to_string().contains(&path)
        });
        assert!(is_found, "{}", &text[gaps(&text)[except].clone()]);
    }
    world.write("project/create-task.md", &answered(&text, None));
    world.guild("check docs create-task.md").ok();
}

#[test]
fn a_contract_fills_what_it_knows_and_agrees_with_it() {
    let world = world();
    world
        .guild("new docs --contract openapi.yaml --operation createTask --brief short.toml")
        .ok();
    let text = world.read("project/create-task.md");
    for line in [
        "# POST /api/tasks",
        "Send a bearer token in the `Authorization` header.",
        "It needs the scope `tasks:write`.",
        "| `priority` | string | no | <Format; valid values.> One of `LOW`, `NORMAL`, `HIGH`. |",
        "  \"status\": \"OPEN\",",
        "Status `201`.",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    let command = "check docs create-task.md --contract openapi.yaml --format json";
    let report = world.guild(command).fails(1).json();
    for finding in report["findings"].as_array().unwrap() {
        let rule = finding["rule"].as_str().unwrap();
        // An open code and an open value are not yet what the contract says.
        let is_open = ["docs/template-left", "docs/error-code-not-in-contract"].contains(&rule);
        assert!(is_open || finding["isGuess"] == true, "{finding}");
    }
    let by_address = world
        .command(
            "new docs --contract openapi.yaml --brief short.toml --output other.md --operation",
        )
        .arg("post /api/tasks")
        .output();
    world.told(&by_address.unwrap()).ok();
    assert_eq!(world.read("project/other.md"), text);
}

#[test]
fn each_success_of_the_contract_stands_in_the_document() {
    let world = world();
    let more = "        '202':\n          description: Queued.\n          content: { application/json: { schema: { type: object, required: [queuedAt], properties: { queuedAt: { type: string, format: date-time } } } } }\n        '204': { description: Known already. }\n        '400'";
    let contract = CONTRACT.replacen("        '400'", more, 1);
    assert_ne!(contract, CONTRACT);
    world.write("project/openapi.yaml", &contract);
    world
        .guild("new docs --contract openapi.yaml --operation createTask --brief short.toml")
        .ok();
    let text = world.read("project/create-task.md");
    for line in [
        "Status `201`.",
        "Status `202`: <the condition that the caller can recognize>.",
        "  \"queuedAt\": \"<real value, from a real answer>\"",
        "Status `204`, without a body: <the condition that the caller can recognize>.",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    world.write("project/create-task.md", &answered(&text, None));
    let run = world.guild("check docs create-task.md --contract openapi.yaml --format json");
    assert!(!run.stdout.contains("success-status"), "{run}");
    assert!(!run.stdout.contains("response-field"), "{run}");
    world.guild("check docs create-task.md").ok();
}

#[test]
fn a_signature_alone_is_asked_for_a_use_case_and_for_what_types_do_not_say() {
    let world = World::alone();
    let mut command = world.command("new docs");
    assert_snapshot!(world.run(command.arg("slugify(title: str) -> str")), @r#"
        exit 1
        stderr:
        refused: too little is known to make a document of it
          cause: these are open
                 does: What does it do for the user, in one or two plain sentences?
                 use_cases: What is a real use case: who calls it, in which situation, to get what?
                 [[input]]: What goes in: each input with its type, whether it is required, and which values are valid?
                 [output]: What comes out when it works: the answer as JSON?
                 [[error]]: What comes out when it fails: status, code, what causes it, what the caller does?
                 [call]: What does a realistic call look like, in 5 to 10 lines?
                 [gotchas]: What would a consumer get wrong who knows the types alone?
        hint: answer them in a file and name it with `--brief FILE`, or run this at a terminal
        hint: the guide "Checking API documents" shows a brief
    "#);
    assert!(!world.path("project/slugify.md").exists());
}

#[test]
fn what_a_contract_does_not_know_is_asked_for() {
    let world = world();
    let run = world
        .guild("new docs --contract openapi.yaml --operation createTask")
        .fails(1);
    for key in ["does:", "[call]:", "[gotchas]:"] {
        assert!(run.stderr.contains(key), "{run}");
    }
    for key in ["documented:", "[[input]]:", "[output]:", "[[error]]:"] {
        assert!(!run.stderr.contains(key), "{run}");
    }
}

#[test]
fn a_file_that_is_there_stays_unless_forced() {
    let world = world();
    world.write("project/mine.md", "Mine.\n");
    assert_snapshot!(world.guild("new docs --brief brief.toml --output mine.md"), @r#"
        exit 1
        stderr:
        refused: mine.md is already there and is left as it is
        hint: name another file with `--output FILE`, or overwrite it with `--force`
    "#);
    assert_eq!(world.read("project/mine.md"), "Mine.\n");
    world
        .guild("new docs --brief brief.toml --output mine.md --force")
        .ok();
    assert!(world.read("project/mine.md").starts_with("# POST"));
}

#[test]
fn what_is_mistyped_is_said() {
    let world = world();
    let run = world
        .guild("new docs --contract openapi.yaml --operation createTsk")
        .fails(2);
    assert!(run.stderr.contains("did you mean `createTask`?"), "{run}");
    world.write("project/wrong.toml", "dose = \"x\"\n");
    let run = world.guild("new docs --brief wrong.toml").fails(2);
    assert!(run.stderr.contains("unknown field `dose`"), "{run}");
    let changed = brief().replace("POST /api/tasks\"\ndoes", "the tasks\"\ndoes");
    world.write("project/wrong.toml", &changed);
    let run = world.guild("new docs --brief wrong.toml").fails(2);
    assert!(
        run.stderr.contains("neither an endpoint nor a function"),
        "{run}"
    );
}
