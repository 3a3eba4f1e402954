//! Core Web Vitals, each with a page that fails it.

use super::{Answer, Site, World, failure, flow, passes};
use guild_check_browser::outcome::Inp;

#[test]
fn a_tab_that_was_never_sent_anywhere_is_not_waited_for() {
    let site = Site::page("<h1>Home</h1>");
    let text = format!(
        "# Test plan: A page\n\n- Entry URL: {}\n- Step timeout: 60s\n- Core Web Vitals: required\n\n\
         ## Flow: Begin elsewhere\n\n1. Navigate to `/#there`\n2. Assert `h1` is visible\n",
        site.url("/")
    );
    let outcome = World::new().run_plan(&text);
    passes(&outcome);
    let step = &flow(&outcome).steps[0];
    assert!(step.took.as_secs() < 60, "{:?}", step.took);
}

#[test]
fn a_quick_page_passes_and_an_interaction_counts_only_if_it_was_real() {
    let site = Site::page("<h1>Quick</h1><button>Press</button>");
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nAssert `h1` is visible\nAssert Core Web Vitals pass\nClick button \"Press\"\nAssert INP is below 200 ms",
    );
    passes(&outcome);
    let notes = flow(&outcome).steps[2].notes.join("; ");
    assert!(
        notes.contains("INP: not measured: no interaction"),
        "{notes}"
    );
    let vitals = flow(&outcome).vitals.unwrap();
    assert!(vitals.lcp_ms.unwrap() > 0.0);
    assert_ne!(vitals.inp, Inp::NoInteraction);
    let outcome = World::new().run(&site, "Navigate to `/`\nAssert INP is below 200 ms");
    assert_eq!(
        failure(&outcome),
        (2, "INP is not measured: no interaction, not below 200 ms")
    );
}

#[test]
fn a_late_picture_a_shift_and_a_slow_handler_are_found() {
    let late = Site::page(
        "<p>Small</p><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<h1 style=\"font-size:90px\">A large heading that comes late</h1>'), 600)</script>",
    );
    let outcome = World::new().run(
        &late,
        "Navigate to `/`\nAssert `h1` is visible\nAssert LCP is below 500 ms",
    );
    let (_, actual) = failure(&outcome);
    assert!(
        actual.starts_with("LCP is ") && actual.ends_with(" ms, not below 500 ms"),
        "{actual}"
    );

    let shift = Site::page(
        "<div id=late></div><p style='height:300px;background:#ddd'>Pushed</p><script>setTimeout(() => { late.style.height = '400px'; late.textContent = 'Here' }, 300)</script>",
    );
    let outcome = World::new().run(
        &shift,
        "Navigate to `/`\nAssert text \"Here\" is visible\nAssert Core Web Vitals pass",
    );
    let (_, actual) = failure(&outcome);
    assert!(
        actual.starts_with("CLS is 0.") && actual.ends_with("not below 0.1"),
        "{actual}"
    );

    let slow = Site::page(
        "<button onclick=\"const end = performance.now() + 300; while (performance.now() < end);\">Work</button>",
    );
    let outcome = World::new().run(&slow, "Navigate to `/`\nClick button \"Work\"\nAssert button \"Work\" is visible\nAssert Core Web Vitals pass");
    let (_, actual) = failure(&outcome);
    assert!(
        actual.starts_with("INP is ") && actual.ends_with(" ms, not below 200 ms"),
        "{actual}"
    );
}

#[test]
fn an_interaction_that_leads_away_is_measured_all_the_same() {
    let site = Site::new(&[
        (
            "/",
            Answer::page(
                "<a href=/next onclick=\"const end = performance.now() + 300; while (performance.now() < end);\">Next</a>",
            ),
        ),
        ("/next", Answer::page("<h1>Next</h1>")),
    ]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick link \"Next\"\nAssert `h1` is visible\nAssert INP is below 10000 ms",
    );
    passes(&outcome);
}

/// Held against Google's own script on the same page in the same run.
#[test]
fn our_values_are_those_of_web_vitals() {
    let script = std::env::var_os("GUILD_TEST_WEB_VITALS");
    let script =
        script.expect("`cargo xtask test` installs it and names it in GUILD_TEST_WEB_VITALS");
    let script = std::fs::read_to_string(script).unwrap();
    let page = r#"<script src=/web-vitals.js></script><script>
        const values = {};
        const keep = ({ name, value }) => { values[name] = value; fetch('/values', { method: 'POST', body: JSON.stringify(values) }); };
        for (const on of ['onLCP', 'onCLS', 'onINP']) webVitals[on](keep, { reportAllChanges: true, durationThreshold: 16 });
        const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
        setTimeout(() => { late.style.height = '200px'; late.textContent = 'Late'; }, 200);
        setTimeout(() => { later.style.height = '150px'; later.innerHTML = '<h1 style="font-size:70px">The largest comes last</h1>'; }, 700);
        </script>
        <p>Small</p><div id=late></div><div id=later></div>
        <p style='height:200px;background:#ddd'>Pushed</p>
        <button id=quick>Quick</button><button id=slow onclick="busy(180)">Slow</button>
        <input onkeydown="busy(60)">"#;
    let site = Site::new(&[
        ("/", Answer::page(page)),
        (
            "/web-vitals.js",
            Answer::Raw(200, "content-type: text/javascript\r\n".to_owned(), script),
        ),
        ("/values", Answer::json(200, "{}")),
    ]);
    let outcome = World::new().run_with(
        &site,
        "- Core Web Vitals: recorded",
        "Navigate to `/`\nAssert `h1` is visible\nAssert LCP is below 60000 ms\nClick `#quick`\nFill `input` with \"ab\"\nClick `#slow`\nAssert CLS is below 9",
    );
    passes(&outcome);
    let ours = flow(&outcome).vitals.unwrap();
    let mut sent = flow(&outcome)
        .requests
        .iter()
        .filter(|request| request.url.ends_with("/values"));
    let last = sent.next_back().unwrap().request_body.as_deref().unwrap();
    let theirs: serde_json::Value = serde_json::from_str(last).unwrap();
    let Inp::Measured(inp) = ours.inp else {
        panic!("{ours:?} {theirs}");
    };
    for (name, ours) in [
        ("LCP", ours.lcp_ms.unwrap()),
        ("CLS", ours.cls.unwrap()),
        ("INP", inp),
    ] {
        let theirs = theirs[name].as_f64().unwrap();
        assert!(
            theirs > 0.0 && (ours - theirs).abs() <= theirs * 0.05,
            "{name}: {ours}, and theirs is {theirs}"
        );
    }
}

/// A banner that comes late: by a timer, by a request, and after the assertion has looked.
const LATE: [&str; 3] = [
    "setTimeout(banner, 450)",
    "fetch('/late').then(banner)",
    "setTimeout(banner, 1500)",
];

#[test]
fn a_page_that_moves_after_it_was_loaded_is_not_called_still() {
    for late in LATE {
        let page = format!(
            "<div id=space></div><h1>Shifty</h1><p>What moves down</p><p style='height: 300px'>Block</p><script>const banner = () => {{ space.style.height = '300px'; space.dataset.is = 'there'; }}; {late};</script>"
        );
        let site = Site::new(&[
            ("/", Answer::page(&page)),
            ("/late", Answer::json(200, "{}")),
        ]);
        let outcome = World::new().run(
            &site,
            "Navigate to `/`\nAssert heading \"Shifty\" is visible\nAssert CLS is below 0.1\nAssert `#space` has attribute `data-is` \"there\"",
        );
        let (step, actual) = failure(&outcome);
        assert!(
            step == 3 && actual.starts_with("CLS is 0."),
            "{late}: {step}: {actual}"
        );
    }
}
