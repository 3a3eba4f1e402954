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

const DRAWN: &str = r#"<style>canvas { padding: 5px; border: 1px solid black; background-color: yellow }</style>
<canvas id=own width=40 height=30 style="margin: 2px"></canvas><canvas id=far width=40 height=30>a map</canvas><canvas id=none hidden></canvas>
<div style="width: 50px; height: 20px; background: image-set('/red.svg' 1x, '/never.svg' 3x)"></div>
<svg width=20 height=20><use href=/icons.svg#save></use><use href=#here></use><g id=here><circle r=5 /></g></svg>
<script>
const pen = own.getContext('2d'); pen.fillStyle = 'teal'; pen.fillRect(5, 5, 20, 20);
const far_away = new Image(); far_away.onload = () => { far.getContext('2d').drawImage(far_away, 0, 0); document.title = 'Ready'; };
far_away.src = '{other}/far.svg';
</script>"#;

#[test]
fn what_was_drawn_is_kept_as_a_picture_or_told() {
    let other = Site::new(&[("/far.svg", picture("orange"))]);
    let icons = "<svg xmlns='http://www.w3.org/2000/svg'><g id='save'><rect width='9' height='9'/></g></svg>";
    let site = Site::new(&[
        ("/", Answer::page(&DRAWN.replace("{other}", other.origin()))),
        ("/red.svg", picture("red")),
        ("/icons.svg", typed("image/svg+xml", icons)),
    ]);
    let evidence = tempfile::tempdir().unwrap();
    trace(&site, evidence.path());
    let read = |name: &str| fs::read_to_string(evidence.path().join(name)).unwrap();
    let html = read("trace/flow-1-step-03.html");
    let own = html.split("id=\"own\"").nth(1).unwrap();
    let own = &own[..own.find("</canvas>").unwrap()];
    assert!(
        own.contains("margin: 2px; background-image: url(&quot;data:image/png;base64,"),
        "{own}"
    );
    assert_eq!(html.matches("background-image").count(), 1, "{html}");
    assert!(
        html.contains("image-set(url(&quot;data:image/svg+xml;base64,"),
        "{html}"
    );

    let told = format!(
        "Not kept in the documents: `canvas#far \"a map\"` (what is drawn on it is of another origin, or of a worker); `{}` (a part of it is shown by `<use>`).\n",
        site.url("/icons.svg#save")
    );
    let report = read("report.md");
    assert!(report.contains(&told), "{report}");
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
