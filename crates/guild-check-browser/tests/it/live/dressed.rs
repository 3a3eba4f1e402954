//! `--trace` of a page with backgrounds, fonts, imports and pictures of several sizes: its documents look as it did.

use std::fs;
use std::path::Path;

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::boundary::Redactor;
use guild_check_browser::outcome::RunOutcome;
use guild_check_browser::run::{Trace, run};
use guild_check_browser::verdict::Tried;

use super::{Answer, Plain, Site, World, flow, numbered, passes, plan};
use crate::evidence::write;

const PAGE: &str = r#"<link rel=stylesheet href="/css/own.css"><link rel=stylesheet href="{other}/far.css">
<style>@import url("/css/tall.css") layer(base) screen; @import "/css/print.css" print;
@font-face { font-family: Used; src: url(/used.otf) } @font-face { font-family: Unused; src: url("/unused.otf") }
#a, #b, #c, #d, #e, #f { width: 60px } #f { font-family: Used } #f::after { content: "url(/never.svg)" }
@media (width < 10px) { #a { background: url(/never.svg) } }</style>
<h1>Dressed</h1><div id=a></div><div id=b></div><div id=c></div><div id=d style="background-image: url('/pink.svg')"></div>
<div id=e></div><div id=f>text</div>
<img alt=Size srcset="/small.svg 1x, /large.svg 2x"><input type=image alt=Go src="/go.svg"><video poster="/poster.svg" width=40 height=20></video>
<svg width=30 height=20><image href="/inner.svg" width=30 height=20 /></svg>
<p style="background: url(/gone.svg)">Gone</p><p style="background: url(/huge.svg)">Huge</p>
<script>
const sheet = new CSSStyleSheet(); sheet.replaceSync('#e { background: url(/teal.svg) }'); document.adoptedStyleSheets = [sheet];
document.fonts.load('1em Used').catch(() => {}).finally(() => { document.title = 'Ready'; });
</script>"#;

fn picture(colour: &str) -> Answer {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='{colour}'/><!-- jane.roe@example.org --></svg>"
    );
    typed("image/svg+xml", &svg)
}

fn typed(kind: &str, body: &str) -> Answer {
    Answer::Raw(200, format!("content-type: {kind}\r\n"), body.to_owned())
}

fn site() -> (Site, Site) {
    let css = |text: &str| typed("text/css", text);
    let other = Site::new(&[
        (
            "/far.css",
            css(
                "@import 'deep/deep.css' screen; #b { background: url(far.svg) } /* jane.roe@example.org */",
            ),
        ),
        (
            "/deep/deep.css",
            css("#c { background: url(\"deep.svg\") }"),
        ),
        ("/far.svg", picture("orange")),
        ("/deep/deep.svg", picture("purple")),
    ]);
    let huge = "x".repeat(600 << 10);
    let huge = format!("<svg xmlns='http://www.w3.org/2000/svg'><!--{huge}--></svg>");
    let site = Site::new(&[
        ("/", Answer::page(&PAGE.replace("{other}", other.origin()))),
        ("/css/own.css", css("#a { background: url(../red.svg) }")),
        ("/css/tall.css", css("#a, #b, #c, #d, #e { height: 25px }")),
        ("/css/print.css", css("h1 { display: none }")),
        ("/red.svg", picture("red")),
        ("/pink.svg", picture("pink")),
        ("/teal.svg", picture("teal")),
        ("/small.svg", picture("blue")),
        ("/go.svg", picture("green")),
        ("/poster.svg", picture("brown")),
        ("/inner.svg", picture("gray")),
        ("/huge.svg", typed("image/svg+xml", &huge)),
        (
            "/used.otf",
            typed("font/otf", "OTTO is no font that could be used"),
        ),
    ]);
    (site, other)
}

const STEPS: &str = "Navigate to `/`\nAssert title is \"Ready\"\nScreenshot `dressed`";

fn trace(site: &Site, folder: &Path) {
    let mut world = World::new();
    world.options.trace = Trace::On;
    let text = plan(site, "", &format!("## Flow: Look\n\n{}", numbered(STEPS)));
    let plan = Plan::read(&Source::new("PLAN.md", text));
    let outcome = run(&plan, &world.options, &Plain);
    passes(&outcome);
    let redactor = Redactor::default();
    write(
        &Tried {
            plan,
            outcome,
            redactor,
        },
        folder,
    );
}

/// Gives the one picture that a run took.
fn taken(outcome: &RunOutcome) -> Vec<u8> {
    let mut pictures = flow(outcome).steps.iter();
    let picture = pictures.find_map(|step| step.screenshot.as_ref());
    picture.unwrap().png.to_vec()
}

#[test]
fn a_document_that_was_kept_looks_as_the_page_did_and_says_what_it_lacks() {
    let (site, other) = site();
    let evidence = tempfile::tempdir().unwrap();
    trace(&site, evidence.path());
    let read = |name: &str| fs::read_to_string(evidence.path().join(name)).unwrap();
    let html = read("trace/flow-1-step-03.html");
    let before = taken(&World::new().run(&site, STEPS));

    let shown = Site::new(&[(
        "/",
        typed(
            "text/html",
            &html.replace("<title>After step 3: Screenshot `dressed`", "<title>Ready"),
        ),
    )]);
    let after = taken(&World::new().run(&shown, STEPS));
    assert!(before == after, "it looks different:\n{html}");
    let loaded = [
        "/red.svg",
        "/pink.svg",
        "/small.svg",
        "/large.svg",
        "/used.otf",
        "/css/tall.css",
        "/huge.svg",
    ];
    assert!(!loaded.iter().any(|path| shown.was_asked(path)));
    assert!(html.contains("url(\"data:font/otf;base64,"), "{html}");
    assert!(
        !html.contains("jane.roe@example.org") && !html.contains(other.origin()),
        "{html}"
    );

    // What the page itself never asked for is not asked for, and not called missing.
    for path in ["/never.svg", "/unused.otf", "/large.svg"] {
        assert!(!site.was_asked(path), "{path}");
    }
    let (gone, huge) = (site.url("/gone.svg"), site.url("/huge.svg"));
    let report = read("report.md");
    let told = format!(
        "Not kept in the documents: `{gone}` (the server answered 404); `{huge}` (larger than 512 KiB).\n"
    );
    assert!(report.contains(&told), "{report}");
    assert!(read("report.html").contains("Not kept in the documents: <code>"));
    assert!(
        html.contains(&format!("<!-- not kept: {huge} (larger than 512 KiB) -->")),
        "{html}"
    );
}
