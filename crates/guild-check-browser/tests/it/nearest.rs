//! A line that cannot be read is told at the place where it goes wrong, with the nearest form.

use guild_check::Source;
use guild_check_browser::Plan;

/// Gives the problem of a step: the words at its place, the message and the help.
#[track_caller]
fn problem(line: &str) -> (String, String, String) {
    let text =
        format!("# Test plan: A\n\n- Entry URL: http://a.example/\n\n## Flow: B\n\n1. {line}\n");
    let plan = Plan::read(&Source::new("PLAN.md", text));
    let [problem] = plan.problems.as_slice() else {
        panic!("{line}: {:?}", plan.problems);
    };
    let place = plan.source.slice(problem.span).to_owned();
    (place, problem.message.clone(), problem.help.clone())
}

#[test]
fn the_line_is_shown_as_it_is_to_be() {
    let mut wrong = Vec::new();
    for (line, place, help) in [
        (
            "click button \"Save\"",
            "click",
            "did you mean: Click button \"Save\"",
        ),
        (
            "Clik button \"Save\"",
            "Clik",
            "did you mean: Click button \"Save\"",
        ),
        (
            "Click the button \"Save\"",
            "the",
            "did you mean: Click button \"Save\"",
        ),
        (
            "Click on button \"Save\".",
            "on",
            "did you mean: Click button \"Save\"",
        ),
        (
            "Click \"Save\" button",
            "\"Save\" button",
            "did you mean: Click button \"Save\"",
        ),
        (
            "Click “Save”",
            "“Save”",
            "did you mean: Click text \"Save\"",
        ),
        (
            "Click button “Save”",
            "button “Save”",
            "did you mean: Click button \"Save\"",
        ),
        ("Click #save", "#save", "did you mean: Click `#save`"),
        ("Click btn \"Save\"", "btn", "the role is called `button`"),
        ("Click buton \"Save\"", "buton", "did you mean `button`?"),
        ("Go to `/tasks`", "Go", "did you mean: Navigate to `/tasks`"),
        (
            "Navigate to /tasks",
            "/tasks",
            "did you mean: Navigate to `/tasks`",
        ),
        (
            "Navigate `/tasks`",
            "",
            "did you mean: Navigate to `/tasks`",
        ),
        (
            "Navigate to `tasks`",
            "`tasks`",
            "write it from its first slash: `/tasks`",
        ),
        (
            "Type \"Pay\" into textbox \"Title\"",
            "\"Pay\"",
            "did you mean: Fill textbox \"Title\" with \"Pay\"",
        ),
        (
            "Fill textbox \"Title\" with 'Pay'",
            "'Pay'",
            "did you mean: Fill textbox \"Title\" with \"'Pay'\"",
        ),
        (
            "Fill textbox \"Title\" with secret `not a name`",
            "`not a name`",
            "write a name such as `TASKS_PASSWORD`, not the secret itself",
        ),
        (
            "Verify heading \"Tasks\" is visible",
            "Verify",
            "did you mean: Assert heading \"Tasks\" is visible",
        ),
        (
            "Assert heading \"Tasks\" is shown",
            "shown",
            "did you mean: Assert heading \"Tasks\" is visible",
        ),
        (
            "Assert heading \"Tasks\" visible",
            "",
            "did you mean: Assert heading \"Tasks\" is visible",
        ),
        (
            "Assert heading \"Tasks\" is not visible",
            "not",
            "did you mean: Assert heading \"Tasks\" is visible",
        ),
        (
            "Assert `li` has count three",
            "three",
            "the nearest form is: Assert <target> has count 3",
        ),
        (
            "Assert network POST /api/tasks responds 201",
            "POST",
            "the nearest form is: Assert network `POST /api/tasks` responds `201`",
        ),
        (
            "Assert network `POST /api/tasks` returns `201`",
            "returns",
            "did you mean: Assert network `POST /api/tasks` responds `201`",
        ),
        (
            "Assert network `post /api/tasks` responds `201`",
            "`post /api/tasks`",
            "write it in capitals: `POST`",
        ),
        (
            "Assert network `/api/tasks` responds `201`",
            "`/api/tasks`",
            "write both: `GET /api/tasks`",
        ),
        (
            "Assert network `POST /api/tasks` responds `2xx`",
            "`2xx`",
            "write one status, such as `201`",
        ),
        (
            "Assert LCP is below 2500ms",
            "2500ms",
            "did you mean: Assert LCP is below 2500 ms",
        ),
        (
            "Assert LCP is below 2.5 s",
            "s",
            "did you mean: Assert LCP is below 2.5 ms",
        ),
        (
            "Assert no console errors",
            "no",
            "did you mean: Assert console has no errors",
        ),
        (
            "Assert console has no error",
            "error",
            "did you mean: Assert console has no errors",
        ),
        (
            "Take screenshot `a`",
            "Take",
            "did you mean: Screenshot `a`",
        ),
        (
            "Screenshot \"after save\"",
            "\"after save\"",
            "the nearest form is: Screenshot `after-save`",
        ),
        ("Press Enter", "Enter", "did you mean: Press `Enter`"),
        ("Press `Return`", "`Return`", "did you mean `Enter`?"),
        ("Press `Ctrl+A`", "`Ctrl+A`", "did you mean `Control`?"),
        (
            "Wait 2 seconds",
            "Wait 2 seconds",
            "take the line away: an assertion is retried until it holds or the step's time is up",
        ),
        (
            "Click button \"Save",
            "\"Save",
            "put the same quote at the end of the text",
        ),
        ("Accept the dialog", "the", "did you mean: Accept dialog"),
        ("Click", "", "the nearest form is: Click <target>"),
    ] {
        let (found, message, told) = problem(line);
        let is_told = if help.ends_with(": ") {
            told.starts_with(help)
        } else {
            told == help
        };
        if found != place || !is_told {
            wrong.push(format!("{line}: at {found:?}: {message}; {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_step_at_all_says_how_steps_begin() {
    for line in [
        "Make sure the whole checkout flow keeps working for all customers",
        "???",
        "1234",
    ] {
        let (place, _, help) = problem(line);
        assert_eq!(place, line);
        assert!(
            help.starts_with("a step begins with Navigate to, Click"),
            "{help}"
        );
    }
}
