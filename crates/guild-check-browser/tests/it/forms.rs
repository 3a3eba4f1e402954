//! Every form of PLAN.md is read, as what it means.

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::plan::{
    Action, Assertion, Body, DialogAnswer, ElementState, Modifier, StepKind, Target, Typed, Vital,
};

/// Reads one step, which is to be sound.
fn step(line: &str) -> StepKind {
    let text = format!(
        "# Test plan: A\n\n- Entry URL: http://127.0.0.1:3000/\n\n## Flow: B\n\n1. {line}\n"
    );
    let plan = Plan::read(&Source::new("PLAN.md", text));
    assert_eq!(plan.problems, [], "{line}");
    let kind = plan.flows[0].steps[0].kind.clone();
    let printed = kind.to_string();
    let first = line.split('\n').next().unwrap();
    assert_eq!(printed, first, "printed as it was written");
    kind
}

fn act(line: &str) -> Action {
    match step(line) {
        StepKind::Act(action) => action,
        other => panic!("{other:?}"),
    }
}

fn assertion(line: &str) -> Assertion {
    match step(line) {
        StepKind::Assert(assertion) => assertion,
        other => panic!("{other:?}"),
    }
}

fn button(name: &str) -> Target {
    Target::Role {
        role: "button".to_owned(),
        name: name.to_owned(),
    }
}

fn selector(text: &str) -> Target {
    Target::Selector(text.to_owned())
}

#[test]
fn where_a_flow_goes() {
    for address in [
        "/tasks",
        "/tasks?status=DONE#top",
        "?page=2",
        "#top",
        "http://127.0.0.1:3000/a",
        "https://shop.example/",
    ] {
        let line = format!("Navigate to `{address}`");
        assert_eq!(step(&line), StepKind::Navigate(address.to_owned()));
    }
}

#[test]
fn what_a_user_does() {
    assert_eq!(act("Click button \"Save\""), Action::Click(button("Save")));
    assert_eq!(
        act("Click `#save > a[href=\"/x\"]`"),
        Action::Click(selector("#save > a[href=\"/x\"]"))
    );
    assert_eq!(
        act("Click text \"Save\""),
        Action::Click(Target::Text("Save".to_owned()))
    );
    let fill = |typed| Action::Fill {
        target: selector("#a"),
        typed,
    };
    assert_eq!(
        act("Fill `#a` with \"text\""),
        fill(Typed::Text("text".to_owned()))
    );
    assert_eq!(act("Fill `#a` with \"\""), fill(Typed::Text(String::new())));
    assert_eq!(
        act(r#"Fill `#a` with "say \"hi\" \\ bye""#),
        fill(Typed::Text(r#"say "hi" \ bye"#.to_owned()))
    );
    assert_eq!(
        act("Fill `#a` with secret `TASKS_PASSWORD`"),
        fill(Typed::Secret("TASKS_PASSWORD".to_owned()))
    );
    let target = selector("#a");
    assert_eq!(
        act("Select \"High\" in `#a`"),
        Action::Select {
            option: "High".to_owned(),
            target
        }
    );
    assert_eq!(act("Check `#a`"), Action::Check(selector("#a")));
    assert_eq!(
        act("Uncheck checkbox \"Done\"").target(),
        Some(&Target::Role {
            role: "checkbox".to_owned(),
            name: "Done".to_owned()
        })
    );
    assert_eq!(act("Hover `#a`"), Action::Hover(selector("#a")));
    assert_eq!(act("Scroll to `#a`"), Action::Scroll(selector("#a")));
    let file = "fixtures/a b.png".to_owned();
    assert_eq!(
        act("Upload `fixtures/a b.png` to `#a`"),
        Action::Upload {
            file,
            target: selector("#a")
        }
    );
    assert_eq!(act("Accept dialog"), Action::Dialog(DialogAnswer::Accept));
    assert_eq!(act("Dismiss dialog"), Action::Dialog(DialogAnswer::Dismiss));
}

#[test]
fn keys_alone_held_and_in_a_place() {
    let key = |line: &str| match act(line) {
        Action::Press { key, target } => (key.modifiers, key.name, target),
        other => panic!("{other:?}"),
    };
    let name = |text: &str| text.to_owned();
    assert_eq!(key("Press `Enter`"), (vec![], name("Enter"), None));
    assert_eq!(
        key("Press `a` in `#a`"),
        (vec![], name("a"), Some(selector("#a")))
    );
    assert_eq!(key("Press `+`"), (vec![], name("+"), None));
    assert_eq!(
        key("Press `Control++`"),
        (vec![Modifier::Control], name("+"), None)
    );
    assert_eq!(
        key("Press `Control+Shift+ArrowDown`"),
        (
            vec![Modifier::Control, Modifier::Shift],
            name("ArrowDown"),
            None
        )
    );
    assert_eq!(key("Press `` ` ``"), (vec![], name("`"), None));
}

#[test]
fn states_and_properties_of_an_element() {
    for state in ElementState::ALL {
        let line = format!("Assert heading \"Tasks\" is {}", state.word());
        let target = Target::Role {
            role: "heading".to_owned(),
            name: "Tasks".to_owned(),
        };
        assert_eq!(assertion(&line), Assertion::Is(target, state));
    }
    for line in [
        "Assert `h1` has text \"Tasks\"",
        "Assert `h1` contains text \"Tas\"",
        "Assert textbox \"Title\" has value \"\"",
        "Assert `a` has attribute `aria-expanded` \"true\"",
        "Assert `li` has count 3",
        "Assert `li` has count 0",
        "Assert URL is `/tasks/1`",
        "Assert title is \"Tasks\"",
        "Assert `#save` has role `button` and label \"Save\"",
        "Assert every control has a label",
        "Assert console has no errors",
    ] {
        assertion(line);
    }
}

#[test]
fn requests_and_their_bodies() {
    let Assertion::Responds {
        request,
        status,
        body,
    } = assertion("Assert network `PATCH /api/tasks/*?a=b` responds `200`")
    else {
        panic!();
    };
    assert_eq!(
        (
            request.method.as_str(),
            request.path.as_str(),
            request.query.as_deref()
        ),
        ("PATCH", "/api/tasks/*", Some("a=b"))
    );
    assert_eq!((status, body), (200, None));
    let shaped = "Assert network `POST https://api.shop.example/tasks` responds `201` and body matches:\n\n   ```json\n   { \"id\": \"string\" }\n   ```";
    let Assertion::Responds {
        request,
        body: Some(Body::Shape(shape)),
        ..
    } = assertion(shaped)
    else {
        panic!();
    };
    assert_eq!(request.origin.as_deref(), Some("https://api.shop.example"));
    assert_eq!(request.path, "/tasks");
    assert_eq!(shape.to_string(), "{ \"id\": \"string\" }");
    for line in [
        "Assert network `POST /a` responds `201` and body matches schema `task.schema.json`",
        "Assert network `POST /a` responds `201` and body matches contract `openapi.yaml`",
        "Assert network `POST /a` sends body matching:\n   ```json\n   [{\"a?\": \"any\"}]\n   ```",
        "Assert network `POST /a` sends body matching schema `../a.json`",
        "Assert network `GET /a` was called 1 time",
        "Assert network `GET /a` was called 0 times",
        "Assert no request to `https://ads.example`",
        "Assert no request to `/api/old`",
    ] {
        assertion(line);
    }
}

#[test]
fn vitals_and_pictures() {
    assert_eq!(
        assertion("Assert Core Web Vitals pass"),
        Assertion::VitalsPass
    );
    assert_eq!(
        assertion("Assert LCP is below 2500 ms"),
        Assertion::VitalBelow(Vital::Lcp, 2500.0)
    );
    assert_eq!(
        assertion("Assert CLS is below 0.1"),
        Assertion::VitalBelow(Vital::Cls, 0.1)
    );
    assert_eq!(
        assertion("Assert INP is below 200 ms"),
        Assertion::VitalBelow(Vital::Inp, 200.0)
    );
    assert_eq!(
        step("Screenshot `after-save`"),
        StepKind::Screenshot("after-save".to_owned())
    );
}
