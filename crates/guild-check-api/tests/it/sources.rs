//! The sources of a program: which files are read, and what is told of them.

use std::fs;
use std::path::Path;

use guild_check::Finding;
use guild_check_api::rules::judge_sources;
use guild_check_api::sources::{SourceLimits, Sources};
use proptest::prelude::*;

fn write(folder: &Path, files: &[(&str, &[u8])]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn told(findings: &[Finding]) -> Vec<String> {
    let lines = findings.iter().map(|finding| {
        let path = finding.place.source.path();
        let name = path.rsplit('/').next().unwrap();
        let guess = if finding.is_guess { " (guess)" } else { "" };
        format!(
            "{name}:{} {}{guess}",
            finding.place.start().line,
            finding.rule.as_str()
        )
    });
    lines.collect()
}

const RAW: &[u8] = b"export const load = async () => {\n  const response = await fetch('https://rates.example/v1');\n  return response.json();\n};\n";

#[test]
fn all_sources_below_a_folder_are_read_and_nothing_that_others_wrote() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("src/a.ts", RAW),
            ("src/deep/er/b.tsx", RAW),
            ("src/c.mjs", RAW),
            ("src/a.test.ts", RAW),
            ("src/__tests__/d.ts", RAW),
            ("src/types.d.ts", b"declare const x: string;"),
            ("node_modules/x/e.js", RAW),
            ("dist/f.js", RAW),
            (".next/g.js", RAW),
            ("src/readme.md", b"fetch"),
        ],
    );
    let sources = Sources::load(folder.path(), SourceLimits::default()).unwrap();
    let paths: Vec<&str> = sources
        .files
        .iter()
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(paths, ["src/a.ts", "src/c.mjs", "src/deep/er/b.tsx"]);
    assert_eq!(
        told(&judge_sources(&sources)),
        [
            "a.ts:3 api/response-unvalidated",
            "c.mjs:3 api/response-unvalidated",
            "b.tsx:3 api/response-unvalidated"
        ]
    );
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let deep = format!(
        "export const a = {}1{};",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let long = format!("// {}\n", "x".repeat(2_000));
    write(
        folder.path(),
        &[
            ("bytes.ts", b"const a = '\xff';"),
            ("deep.ts", deep.as_bytes()),
            ("half.ts", b"export function a( {\n"),
            ("long.ts", long.as_bytes()),
            ("sound.ts", RAW),
        ],
    );
    let limits = SourceLimits {
        bytes: 12_000,
        ..SourceLimits::default()
    };
    let sources = Sources::load(folder.path(), limits).unwrap();
    assert_eq!(
        told(&judge_sources(&sources)),
        [
            "bytes.ts:1 api/source-unread",
            "deep.ts:1 api/source-unread",
            "half.ts:2 api/source-unread",
            "sound.ts:3 api/response-unvalidated"
        ]
    );
    let small = SourceLimits {
        bytes: 1_000,
        files: 4,
        ..limits
    };
    assert_eq!(Sources::load(folder.path(), small).unwrap().files.len(), 4);
    assert!(Sources::load(&folder.path().join("none"), limits).is_err());
}

#[test]
#[cfg(unix)]
fn a_link_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let src = folder.path().join("src");
    write(
        folder.path(),
        &[("secret/a.ts", RAW), ("src/b.ts", b"export {};")],
    );
    std::os::unix::fs::symlink("../secret", src.join("link")).unwrap();
    std::os::unix::fs::symlink("..", src.join("loop")).unwrap();
    let sources = Sources::load(&src, SourceLimits::default()).unwrap();
    assert_eq!(sources.files.len(), 1);
}

/// One function that takes an answer, and whether that is told.
#[test]
fn an_answer_is_told_when_nothing_looks_at_it_first() {
    for (body, is_told) in [
        (
            "const body = await (await fetch(url)).json(); return body.items;",
            true,
        ),
        (
            "const body: Rates = await (await fetch(url)).json(); return body;",
            true,
        ),
        (
            "const body: unknown = await (await fetch(url)).json(); return check(body);",
            false,
        ),
        (
            "const body = await (await fetch(url)).json(); if (!isRates(body)) throw new Error(); return body;",
            false,
        ),
        (
            "const body = await (await fetch(url)).json(); if (typeof body.rate !== 'number') throw new Error(); return body.rate;",
            false,
        ),
        (
            "const body = await (await fetch(url)).json(); if (!('rate' in body)) throw new Error(); return body.rate;",
            false,
        ),
        ("const body = await (await fetch(url)).json();", false),
        (
            "return schema.parse(await (await fetch(url)).json());",
            false,
        ),
        ("setRates(await (await fetch(url)).json());", true),
        ("return (await (await fetch(url)).json()).items;", true),
        ("return fetch(url).then((r) => r.json());", true),
        (
            "return fetch(url).then((r) => r.json()).then(schema.parse);",
            false,
        ),
        (
            "return fetch(url).then((r) => r.json()).then(parseRates);",
            false,
        ),
        ("fetch(url).then((r) => r.json()).then(setRates);", true),
        (
            "fetch(url).then((r) => r.json()).then((d) => { const ok = schema.safeParse(d); return ok; });",
            false,
        ),
        (
            "fetch(url).then(async (r) => { const d = await r.json(); show(d.name); }); ",
            true,
        ),
        (
            "const body = await request.json(); return body.title;",
            false,
        ),
        (
            "const r = await fetch('/api/tasks'); return r.json();",
            false,
        ),
        (
            "const r = await fetch(`/api/tasks/${id}`); return r.json();",
            false,
        ),
        ("const r = await fetch(url); return r.text();", false),
        (
            "const api = axios.create(); const r = await api.get(url); return r.data.items;",
            true,
        ),
        (
            "const { data } = await axios.get(url); return parse(data);",
            false,
        ),
        (
            "const { data: body } = await axios.get(url); return body.items;",
            true,
        ),
        (
            "let body; body = await (await fetch(url)).json(); return body.items;",
            true,
        ),
        (
            "const r = await fetch(url); const use = (r) => r.json(); return use(other);",
            false,
        ),
    ] {
        let text = format!("export async function load(url, id) {{ {body} }}\n");
        let sources = Sources::of([("src/load.ts".to_owned(), text)]);
        assert_eq!(
            sources.files[0].unread.as_ref().map(|(_, why)| why.clone()),
            None,
            "{body}"
        );
        let found = told(&judge_sources(&sources));
        assert_eq!(found.len(), usize::from(is_told), "{body}: {found:?}");
    }
}

#[test]
fn a_function_that_says_that_it_returns_anything_is_believed() {
    let text = "export async function load(url: string): Promise<unknown> {\n  const r = await fetch(url);\n  return r.json();\n}\n";
    let sources = Sources::of([("src/load.ts".to_owned(), text.to_owned())]);
    assert_eq!(told(&judge_sources(&sources)), [""; 0]);
}

#[test]
fn each_runtime_reads_its_environment_in_its_own_way() {
    for (read, name) in [
        ("process.env.PORT", "PORT"),
        ("process.env['PORT']", "PORT"),
        ("Deno.env.get('PORT')", "PORT"),
        ("Bun.env.PORT", "PORT"),
        ("import.meta.env.VITE_URL", "VITE_URL"),
    ] {
        let sources = Sources::of([("src/a.ts".to_owned(), format!("export const a = {read};\n"))]);
        let found = judge_sources(&sources);
        assert!(
            found.len() == 1 && found[0].message.starts_with(&format!("`{name}`")),
            "{read}: {found:?}"
        );
    }
    for sound in [
        "process.env.NODE_ENV",
        "import.meta.env.DEV",
        "parseSettings(process.env)",
        "other.env.PORT",
    ] {
        let sources = Sources::of([(
            "src/a.ts".to_owned(),
            format!("export const a = {sound};\n"),
        )]);
        assert_eq!(told(&judge_sources(&sources)), [""; 0], "{sound}");
    }
}

const WORDS: &[&str] = &[
    "const a =",
    "await",
    "fetch(",
    "url",
    ")",
    ".json()",
    ".then(",
    "(r) =>",
    "r",
    "{",
    "}",
    "return",
    "a.b",
    ";",
    "process.env",
    ".X",
    "[",
    "]",
    "as T",
    "typeof a",
    "schema.parse(",
    "function f(",
    "data",
    "const { data } =",
    "axios.get(",
    "<div>",
    "</div>",
    "`${",
    "}`",
    "?",
    ":",
    "=>",
    "import z from \"zod\";",
    "z.object({})",
    "?.",
    "!",
    "Deno.env.get(\"A\")",
    "\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_words_are_read(words in prop::collection::vec(prop::sample::select(WORDS), 0..60), ending in prop::sample::select(&["ts", "tsx", "js"][..])) {
        let text = words.join(" ");
        let length = text.len();
        let sources = Sources::of([(format!("src/a.{ending}"), text)]);
        for finding in judge_sources(&sources) {
            prop_assert!(finding.place.span.start <= finding.place.span.end && finding.place.span.end as usize <= length);
        }
    }
}
