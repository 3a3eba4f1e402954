//! Core Web Vitals, each with a page that fails it.

use super::{Site, World, failure, flow, passes};
use guild_check_browser::outcome::Inp;

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
            super::Answer::page(
                "<a href=/next onclick=\"const end = performance.now() + 300; while (performance.now() < end);\">Next</a>",
            ),
        ),
        ("/next", super::Answer::page("<h1>Next</h1>")),
    ]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick link \"Next\"\nAssert `h1` is visible\nAssert INP is below 10000 ms",
    );
    passes(&outcome);
}
