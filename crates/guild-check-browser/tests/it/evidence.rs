//! The evidence: what stands in it, and what does not.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Report, Settings, Source, Verdict};
use guild_check_browser::Plan;
use guild_check_browser::boundary::Redactor;
use guild_check_browser::evidence::{Circumstances, Evidence};
use guild_check_browser::outcome::{
    Baseline, Comparison, ConsoleEntry, ConsoleLevel, FlowOutcome, Inp, Instruction, Leak, Request,
    RunOutcome, Screenshot, Standing, StepOutcome, Stop, Vitals,
};
use guild_check_browser::verdict::{self, Tried};

const PLAN: &str = "# Test plan: Tasks | <b>\n\n- Entry URL: http://127.0.0.1:3000/tasks\n\n## Flow: Look\n\n1. Navigate to `/tasks`\n2. Assert `h1` has text \"Tasks\"\n3. Assert console has no errors\n4. Assert network `GET /api/tasks` responds `200` and body matches:\n   ```json\n   { \"a\": \"string\" }\n   ```\n5. Screenshot `tasks`\n";

/// A run in which all went well.
fn tried() -> Tried {
    let plan = Plan::read(&Source::new("PLAN.md", PLAN));
    let step = |at: u64| StepOutcome {
        verdict: Verdict::Passed,
        actual: None,
        notes: Vec::new(),
        screenshot: None,
        snapshot: None,
        started: Duration::from_millis(at * 10),
        took: Duration::from_millis(8),
    };
    let mut steps: Vec<StepOutcome> = (0..5).map(step).collect();
    steps[4].screenshot = Some(picture("05-tasks.png"));
    let flow = FlowOutcome {
        steps,
        vitals: Some(Vitals {
            lcp_ms: Some(412.4),
            cls: Some(0.01),
            inp: Inp::UnderSixteen,
        }),
        attempts: 1,
        took: Duration::from_millis(50),
        ..FlowOutcome::default()
    };
    let outcome = RunOutcome {
        browser: "Chromium 156".to_owned(),
        baseline: Some(Baseline {
            screenshot: Some(picture("00-baseline.png")),
            ..Baseline::default()
        }),
        flows: vec![flow],
        ..RunOutcome::default()
    };
    Tried {
        plan,
        outcome,
        redactor: Redactor::new(["hunter2"], []).unwrap(),
    }
}

fn picture(file: &str) -> Screenshot {
    Screenshot {
        file: file.to_owned(),
        png: Arc::from(&b"\x89PNG"[..]),
        comparison: Comparison::Unasked,
    }
}

fn fail(tried: &mut Tried, step: usize, actual: &str) {
    let step = &mut tried.outcome.flows[0].steps[step - 1];
    (step.verdict, step.actual) = (Verdict::Failed, Some(actual.to_owned()));
}

/// Weighs what a run found, with the decisions of a `guild.toml`.
fn weighed(tried: &Tried, settings: &str, deny: Deny) -> Report {
    let rules: Vec<&str> = verdict::pages().map(|page| page.name).collect();
    let settings = Settings::parse(&Source::new("guild.toml", settings), &rules).unwrap();
    let options = ReportOptions {
        settings: &settings,
        deny,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &[],
    };
    let sources = [tried.plan.source.clone()];
    let report = Report::new("browser", &sources, tried.findings(), &options);
    let ran = tried.ran(&report);
    report.with_run(ran)
}

fn overall(tried: &Tried) -> String {
    weighed(tried, "", Deny::Errors).overall
}

pub(crate) fn write(tried: &Tried, folder: &Path) {
    write_weighed(tried, &weighed(tried, "", Deny::Errors), folder);
}

fn write_weighed(tried: &Tried, report: &Report, folder: &Path) {
    let circumstances = Circumstances {
        when: "2026-11-21 10:30 UTC".to_owned(),
        machine: "load average 0.7".to_owned(),
    };
    let evidence = Evidence {
        tried,
        circumstances: &circumstances,
        report,
    };
    evidence.write(folder).unwrap();
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_last_line_has_one_of_the_forms_of_the_plan() {
    assert_eq!(overall(&tried()), "Overall: all 3 assertions passed.");
    let mut one = tried();
    fail(&mut one, 2, "found \"Task list\"");
    assert_eq!(
        overall(&one),
        "Overall: assertion 1 failed: `h1` has text \"Tasks\": found \"Task list\"."
    );
    fail(&mut one, 4, "`a` is absent; expected a string");
    assert_eq!(
        overall(&one),
        "Overall: assertion 1 failed: `h1` has text \"Tasks\": found \"Task list\"; assertion 3 failed too."
    );
    let mut shape = tried();
    fail(&mut shape, 4, "`a` is absent; expected a string");
    assert_eq!(
        overall(&shape),
        "Overall: assertion 3 failed: network `GET /api/tasks` responds `200` and body matches: `a` is absent; expected a string."
    );
    let mut action = tried();
    fail(&mut action, 1, "the connection was refused");
    assert_eq!(
        overall(&action),
        "Overall: step 1 failed: Navigate to `/tasks`: the connection was refused."
    );
    let mut stopped = tried();
    stopped.outcome.flows[0].stop = Some(Stop {
        step: 4,
        found: Vec::new(),
    });
    assert_eq!(
        overall(&stopped),
        "Overall: stopped at step 4: the page holds text that reads as an instruction; nothing was done with it."
    );
    let mut ended = tried();
    ended.outcome.flows[0].failure = Some("the renderer crashed".to_owned());
    assert_eq!(
        overall(&ended),
        "Overall: the flow “Look” was ended: the renderer crashed."
    );
}

#[test]
fn the_folder_holds_the_reports_and_the_pictures_of_this_run_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.txt"), "stays").unwrap();
    let mut first = tried();
    first.outcome.flows[0].steps[1].screenshot = Some(picture("02-failed.png"));
    write(&first, folder.path());
    write(&tried(), folder.path());
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "junit.xml",
            "mine.txt",
            "report.html",
            "report.json",
            "report.md",
            "shots"
        ]
    );
    let shots = fs::read_dir(folder.path().join("shots")).unwrap();
    assert_eq!(shots.count(), 2);
    let markdown = read(folder.path(), "report.md");
    assert!(
        markdown.ends_with("\nOverall: all 3 assertions passed.\n"),
        "{markdown}"
    );
    assert!(
        markdown.contains("| 2 | Assert `h1` has text \"Tasks\" | PASSED |  |"),
        "{markdown}"
    );
    assert!(
        markdown.contains("responds `200` and body matches: `{ \"a\": \"string\" }` | PASSED |"),
        "{markdown}"
    );
    assert!(
        read(folder.path(), "report.html")
            .contains("<code>{ &quot;a&quot;: &quot;string&quot; }</code>"),
    );
    assert!(
        markdown.contains("![05-tasks](shots/05-tasks.png)"),
        "{markdown}"
    );
    assert!(
        markdown.contains("| Look | 412 ms | 0.010 | under 16 ms | PASSED |"),
        "{markdown}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&read(folder.path(), "report.json")).unwrap();
    assert_eq!(json["verdict"], "PASSED");
    assert_eq!(json["overall"], "Overall: all 3 assertions passed.");
    assert_eq!(json["steps"][4]["kind"], "CAPTURE");
    assert_eq!(json["steps"][4]["screenshot"], "shots/05-tasks.png");
    assert_eq!(json["steps"][1]["line"], 8);
    assert_eq!(json["vitals"][0]["lcpMs"], 412.4);
}

#[test]
fn what_the_page_says_is_text_and_holds_no_secret() {
    let mut tried = tried();
    let said = "</td><script>alert(1)</script> | [link](javascript:1) ![x](http://evil.example/x.png) @mira mira@shop.example hunter2 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1 \u{202e}";
    fail(&mut tried, 2, said);
    let flow = &mut tried.outcome.flows[0];
    flow.steps[2].notes.push(said.to_owned());
    flow.failure = Some(said.to_owned());
    flow.console.push(ConsoleEntry {
        level: ConsoleLevel::Warning,
        text: said.to_owned(),
        url: "http://127.0.0.1:3000/app.js".to_owned(),
        standing: Standing::Unexpected,
        step: Some(1),
        at: Duration::ZERO,
    });
    flow.requests.push(Request {
        method: "GET".to_owned(),
        url: format!("http://127.0.0.1:3000/a?token=abc&q={said}"),
        failure: Some(said.to_owned()),
        ..Request::default()
    });
    flow.stop = Some(Stop {
        step: 3,
        found: vec![Instruction {
            place: said.to_owned(),
            url: "http://127.0.0.1:3000/?session=abc".to_owned(),
            quote: said.to_owned(),
            why: "speaks to an assistant",
        }],
    });
    tried.outcome.baseline = Some(Baseline {
        failure: Some(said.to_owned()),
        ..Baseline::default()
    });
    let folder = tempfile::tempdir().unwrap();
    write(&tried, folder.path());
    for name in ["report.md", "report.html", "report.json", "junit.xml"] {
        let text = read(folder.path(), name);
        for secret in [
            "mira@shop.example",
            "hunter2",
            "eyJhbGci",
            "token=abc",
            "session=abc",
            "\u{202e}",
        ] {
            assert!(!text.contains(secret), "{name} holds {secret:?}:\n{text}");
        }
    }
    let html = read(folder.path(), "report.html");
    assert!(!html.contains("<script"), "{html}");
    let markdown = read(folder.path(), "report.md");
    assert!(
        !markdown.contains("<script")
            && !markdown.contains("[link](")
            && !markdown.contains(" @mira"),
        "{markdown}"
    );
}

#[test]
fn a_run_without_a_browser_says_so() {
    let mut tried = tried();
    tried.outcome = RunOutcome {
        not_run: Some("no Chromium was found".to_owned()),
        ..RunOutcome::default()
    };
    assert_eq!(overall(&tried), "Overall: not run: no Chromium was found.");
    let ran = weighed(&tried, "", Deny::Errors).ran.unwrap();
    assert!(ran.steps.iter().all(|step| step.verdict == Verdict::NotRun));
}

/// A run in which every step passed, and much else was found.
fn remarkable(comment: &str) -> Tried {
    let mut tried = tried();
    let text = PLAN.replace(
        "/tasks\n\n## Flow",
        &format!("/tasks\n- Core Web Vitals: required\n\n{comment}\n\n## Flow"),
    );
    tried.plan = Plan::read(&Source::new("PLAN.md", text));
    let flow = &mut tried.outcome.flows[0];
    flow.vitals = Some(Vitals {
        lcp_ms: Some(2_600.0),
        ..Vitals::default()
    });
    flow.leaks.push(Leak {
        step: 2,
        kind: "a JSON web token",
        place: "the text of <p>".to_owned(),
        is_sure: true,
    });
    flow.console.push(ConsoleEntry {
        level: ConsoleLevel::Warning,
        text: "deprecated call".to_owned(),
        url: "http://127.0.0.1:3000/app.js".to_owned(),
        standing: Standing::Unexpected,
        step: Some(1),
        at: Duration::ZERO,
    });
    tried
}

#[test]
fn the_reports_say_what_the_verdict_says() {
    let plan = "<!-- guild: allow browser/secret-in-page: shown once -->";
    let off =
        "[rules]\n\"browser/vitals-missed\" = { severity = \"off\", reason = \"a debug build\" }\n";
    let folder = tempfile::tempdir().unwrap();
    let read = |tried: &Tried, report: &Report| {
        write_weighed(tried, report, folder.path());
        ["report.md", "report.html", "junit.xml", "report.json"]
            .map(|name| read(folder.path(), name))
    };

    let tried = remarkable(plan);
    let report = weighed(&tried, off, Deny::Errors);
    assert_eq!(report.verdict, Verdict::Passed);
    let [markdown, html, junit, json] = read(&tried, &report);
    for (name, text) in [
        ("md", &markdown),
        ("html", &html),
        ("junit", &junit),
        ("json", &json),
    ] {
        assert!(
            text.contains("Overall: all 3 assertions passed."),
            "{name}: {text}"
        );
    }
    assert!(
        markdown.contains("## Findings\n\n- warning, line 10: the console warns: deprecated call → mend what warns"),
        "{markdown}"
    );
    assert!(
        markdown.contains("## Set aside\n\n- a JSON web token stands in the text of &lt;p&gt; after step 2 (`browser/secret-in-page`; the file allows it: shown once)\n- LCP is 2600 ms, not below 2500 ms (`browser/vitals-missed`; guild.toml turns it off: a debug build)\n"),
        "{markdown}"
    );
    assert!(
        html.contains("<header class=\"ok\">")
            && html.contains("set aside</span> a JSON web token"),
        "{html}"
    );
    assert!(!html.contains("bad\">error"), "{html}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let aside = json["setAside"].as_array().unwrap().iter();
    let aside: Vec<_> = aside
        .map(|one| [&one["rule"], &one["startLine"], &one["why"]])
        .collect();
    assert_eq!(
        serde_json::json!(aside),
        serde_json::json!([
            [
                "browser/secret-in-page",
                11,
                "the file allows it: shown once"
            ],
            [
                "browser/vitals-missed",
                8,
                "guild.toml turns it off: a debug build"
            ],
        ])
    );
    assert!(junit.contains("failures=\"0\" skipped=\"2\""), "{junit}");
    assert!(
        junit.contains("<testcase name=\"browser/vitals-missed\">\n      <skipped message=\"LCP is 2600 ms, not below 2500 ms (guild.toml turns it off: a debug build)\"/>"),
        "{junit}"
    );

    let report = weighed(&tried, "", Deny::Errors);
    assert_eq!(report.verdict, Verdict::Failed);
    let [markdown, html, junit, _] = read(&tried, &report);
    let overall =
        "Overall: Core Web Vitals missed in the flow “Look”: LCP is 2600 ms, not below 2500 ms.";
    assert!(markdown.ends_with(&format!("\n{overall}\n")), "{markdown}");
    assert!(html.contains("<header class=\"bad\">"), "{html}");
    assert!(
        junit.contains("<testcase name=\"browser/vitals-missed\">"),
        "{junit}"
    );

    let report = weighed(&tried, off, Deny::Warnings);
    assert_eq!(report.verdict, Verdict::Failed);
    let [markdown, ..] = read(&tried, &report);
    assert!(
        markdown.ends_with("\nOverall: the console warns: deprecated call.\n"),
        "{markdown}"
    );
}
