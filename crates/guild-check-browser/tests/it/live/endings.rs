//! Whatever a page or a machine does, a run ends, says why, and leaves nothing behind.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use guild_check::Verdict;
use guild_check_browser::BrowserChoice;
use guild_check_browser::run::run;

use super::{Answer, Plain, Site, World, failure, flow, launch, passes, plan};

#[test]
fn a_page_that_never_loads_is_named_and_what_is_there_is_judged() {
    let site = Site::new(&[(
        "/",
        Answer::Endless("<!doctype html><title>A page</title><h1>Half</h1>".to_owned()),
    )]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nAssert `h1` has text \"Half\"\nScreenshot `half`",
    );
    let (at, actual) = failure(&outcome);
    assert_eq!(at, 1);
    assert!(
        actual.contains("did not finish loading within 2."),
        "{actual}"
    );
    assert!(
        actual.contains("it waits for `GET http://127.0.0.1:"),
        "{actual}"
    );
    assert!(outcome.baseline.unwrap().failure.is_some());
}

#[test]
fn a_server_that_gives_no_answer_and_one_that_is_not_there() {
    let site = Site::new(&[("/", Answer::Silence)]);
    let outcome = World::new().run(&site, "Navigate to `/`\nAssert `h1` is visible");
    let (at, actual) = failure(&outcome);
    assert_eq!(at, 1);
    assert!(actual.contains("gave no answer within 2.0 s"), "{actual}");

    let plan = plan(
        &site,
        "",
        "## Flow: Try it\n\n1. Navigate to `/`\n2. Assert `h1` is visible\n",
    );
    let nobody = plan.replace(&site.url("/"), "http://127.0.0.1:1/");
    let outcome = World::new().run_plan(&nobody);
    let (_, actual) = failure(&outcome);
    assert!(!actual.is_empty());
}

#[test]
fn an_alert_that_nobody_awaits_fails_the_step_that_opens_it() {
    let site =
        Site::page("<button onclick=\"alert('Stop'); this.textContent = 'Went on'\">Go</button>");
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Go\"\nAssert button \"Went on\" is visible",
    );
    let (at, actual) = failure(&outcome);
    assert_eq!(at, 2);
    assert!(
        actual.contains("a dialog opened that no step answers: alert \"Stop\""),
        "{actual}"
    );
}

#[test]
fn a_script_that_does_not_end_is_ended() {
    let site = Site::page("<button onclick=\"for (;;);\">Go</button><h1>Home</h1>");
    let outcome = World::new().run(&site, "Navigate to `/`\nClick button \"Go\"\nNavigate to `/?again`\nAssert `h1` has text \"Home\"");
    let (at, actual) = failure(&outcome);
    assert_eq!(at, 2);
    assert!(actual.contains("a script that does not end"), "{actual}");
    assert_eq!(flow(&outcome).steps[3].verdict, Verdict::Passed);
}

/// Runs a flow that waits in vain, and kills a process of its browser once its page is there; then those after it.
fn killed(kind: &str, more: &str) -> guild_check_browser::outcome::RunOutcome {
    let site = Site::page(
        // There is always an answer on its way whose body is asked for.
        "<h1>Home</h1><script>const ask = () => fetch('/ready').then((answer) => answer.text()).then(ask);
         onload = () => { for (let each = 0; each < 8; each++) setTimeout(ask); }</script>",
    );
    let world = World::new();
    let folder = world.folder.path().display().to_string();
    let text = plan(
        &site,
        "",
        &format!(
            "## Flow: Wait\n\n1. Navigate to `/`\n2. Assert `h2` is visible\n3. Screenshot `end`\n\n{more}"
        ),
    );
    let text = text.replace("timeout: 2s", "timeout: 50s");
    std::thread::scope(|scope| {
        let run = scope.spawn(|| world.run_plan(&text));
        until("the page is there", || site.was_asked("/ready"));
        for (id, line) in processes(&folder) {
            let is_wanted = match kind {
                "renderer" => line.contains("--type=renderer"),
                _ => {
                    line.contains("--remote-debugging-pipe")
                        && !line.contains("--type=")
                        && !line.contains("/bin/sh")
                }
            };
            if is_wanted {
                let id = id.to_string();
                Command::new("kill").args(["-9", &id]).status().unwrap();
            }
        }
        run.join().unwrap()
    })
}

#[test]
fn a_renderer_that_crashes_and_a_browser_that_is_killed_have_their_sentence() {
    let crashed = killed("renderer", "");
    let flow = flow(&crashed);
    assert_eq!(
        flow.failure.as_deref(),
        Some("the renderer of the page crashed")
    );
    assert_eq!(flow.steps[1].verdict, Verdict::Failed);
    assert_eq!(flow.steps[2].verdict, Verdict::NotRun);
    let more = "## Flow: Go on\n\n1. Navigate to `/`\n2. Assert `h1` is visible\n";
    let ended = killed("browser", more);
    assert_eq!(
        ended.flows[0].failure.as_deref(),
        Some("the browser ended half-way: it crashed or was killed")
    );
    // The next flow has a browser of its own.
    assert_eq!(ended.flows[1].failure, None);
    assert_eq!(ended.flows[1].steps[1].verdict, Verdict::Passed);
}

#[test]
fn a_browser_that_is_not_there_or_no_browser_is_said() {
    let site = Site::page("<h1>Home</h1>");
    let mut world = World::new();
    let mut options = launch(world.folder.path());
    options.program = world.folder.path().join("no-chromium");
    world.options.browser = BrowserChoice::Launch(options.clone());
    let why = world.run(&site, "Navigate to `/`").not_run.unwrap();
    assert!(
        why.contains("cannot start") && why.contains("no-chromium"),
        "{why}"
    );
    options.program = "/bin/false".into();
    world.options.browser = BrowserChoice::Launch(options);
    let why = world.run(&site, "Navigate to `/`").not_run.unwrap();
    assert!(why.contains("gave no answer"), "{why}");
    world.options.browser = BrowserChoice::Connect("ws://127.0.0.1:1/devtools".to_owned());
    let why = world.run(&site, "Navigate to `/`").not_run.unwrap();
    assert!(why.contains("cannot reach"), "{why}");
    // What is there may be no browser, and may say nothing that a browser says.
    for answer in [
        Answer::json(200, "{}"),
        Answer::json(200, r#"{"webSocketDebuggerUrl": "file:///"}"#),
        Answer::page("no"),
    ] {
        let other = Site::new(&[("/json/version", answer)]);
        world.options.browser = BrowserChoice::Connect(other.origin().to_owned());
        let why = world.run(&site, "Navigate to `/`").not_run.unwrap();
        assert!(why.contains("names no browser"), "{why}");
    }
}

#[test]
fn a_browser_that_crashes_as_it_starts_is_started_again() {
    let site = Site::page("<h1>Home</h1>");
    let mut world = World::new();
    let mut options = launch(world.folder.path());
    let aside = tempfile::tempdir().unwrap();
    let (program, crashed) = (aside.path().join("chromium"), aside.path().join("crashed"));
    let script = format!(
        "#!/bin/sh\nif mkdir '{}'; then kill -SEGV $$; fi\nexec '{}' \"$@\"\n",
        crashed.display(),
        options.program.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    options.program = program;
    world.options.browser = BrowserChoice::Launch(options);
    passes(&world.run(&site, "Navigate to `/`\nAssert `h1` is visible"));
    assert!(crashed.exists());
}

/// The processes whose command line names a folder.
fn processes(folder: &str) -> Vec<(u32, String)> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some((id, String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    lines.filter(|(_, line)| line.contains(folder)).collect()
}

#[test]
fn nothing_is_left_of_a_run_that_ends() {
    let site = Site::page("<h1>Home</h1>");
    let world = World::new();
    passes(&world.run(&site, "Navigate to `/`\nAssert `h1` is visible"));
    let folder = world.folder.path().display().to_string();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // They have been killed; on a busy machine the last one of them is on its way out for a moment.
    until("all of the browser is gone", || {
        processes(&folder).is_empty()
    });
}

/// The run that the next test kills: the test program starts itself for it.
#[test]
fn victim() {
    let (Some(folder), Some(url)) = (
        std::env::var_os("VICTIM_FOLDER"),
        std::env::var_os("VICTIM_URL"),
    ) else {
        return;
    };
    let mut world = World::new();
    world.options.browser = BrowserChoice::Launch(launch(folder.as_ref()));
    let url = url.to_str().unwrap().to_owned();
    let text = format!(
        "# Test plan: A page\n\n- Entry URL: {url}\n- Step timeout: 60s\n\n## Flow: Wait\n\n1. Navigate to `/`\n2. Assert `h1` is visible\n"
    );
    let plan = guild_check_browser::Plan::read(&guild_check::Source::new("plan.md", text));
    run(&plan, &world.options, &Plain);
}

#[test]
fn nothing_is_left_of_a_run_that_is_killed() {
    let site = Site::new(&[("/", Answer::page("<p>No heading comes</p>"))]);
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display().to_string();
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "live::endings::victim", "--nocapture"])
        .env("VICTIM_FOLDER", folder.path())
        .env("VICTIM_URL", site.url("/"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until("a renderer runs", || {
        processes(&name)
            .iter()
            .any(|(_, line)| line.contains("--type=renderer"))
    });
    victim.kill().unwrap();
    victim.wait().unwrap();
    until("all of the browser is gone", || processes(&name).is_empty());
    until("its folder is gone", || {
        std::fs::read_dir(folder.path()).unwrap().count() == 0
    });
}

/// Waits for a fact about other processes, of which nobody tells.
fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !holds() {
        assert!(begun.elapsed().as_secs() < 30, "{what}: not within 30 s");
        std::thread::yield_now();
    }
}

#[test]
fn a_dialog_that_opens_as_the_page_does_is_answered_or_found() {
    let site = Site::page("<script>alert('Welcome')</script><h1>Tasks</h1>");
    let outcome = World::new().run(&site, "Navigate to `/`\nAssert `h1` is visible");
    let (number, actual) = failure(&outcome);
    let words = "a dialog opened that no step answers: alert \"Welcome\"";
    assert!(
        number == 1 && actual.starts_with(words),
        "{number}: {actual}"
    );
    let answered = "Accept dialog\nNavigate to `/`\nAssert `h1` is visible";
    passes(&World::new().run(&site, answered));
}

#[test]
fn an_entry_that_redirects_in_a_circle_is_named_with_the_circle() {
    let site = Site::new(&[
        ("/", Answer::redirect("/login")),
        ("/login", Answer::redirect("/")),
    ]);
    let outcome = World::new().run(&site, "Navigate to `/`\nAssert `h1` is visible");
    let failure = outcome.baseline.unwrap().failure.unwrap();
    let circle = format!(
        "`{0}/` cannot be opened: it redirects in a circle: `{0}/`, `{0}/login`",
        site.origin()
    );
    assert_eq!(failure, circle);
}
