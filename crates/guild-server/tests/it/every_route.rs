//! What holds for every route, read from where routes are written: a new one cannot be forgotten.

use guild_server::{Access, SignUp};
use serde_json::Value;

use crate::client::{Answer, Connection};
use crate::people::Person;
use crate::world::World;

/// Where routes of people and of other clients are written.
const SOURCES: [&str; 4] = [
    include_str!("../../src/pages/mod.rs"),
    include_str!("../../src/pages/accounts/mod.rs"),
    include_str!("../../src/compat/mod.rs"),
    include_str!("../../src/compat/tlog.rs"),
];
const CONTRACT: &str = include_str!("../../../../docs/openapi.json");
const SECRET: &str = "nobody reads this over the wire";

/// What is sent in the place of a part of a path.
const TRICKS: [&str; 24] = [
    "..",
    "%2e%2e",
    "..%2f..%2fcanary.txt",
    "..%2F..%2F..%2F..%2Fetc%2Fpasswd",
    "%2e%2e%2f%2e%2e%2fcanary.txt",
    "%252e%252e%252fcanary.txt",
    "..%5c..%5ccanary.txt",
    "..\\..\\canary.txt",
    "%5c%5chost%5cshare",
    "%00",
    "canary.txt%00.md",
    "%c0%ae%c0%ae%c0%afcanary.txt",
    "%e0%80%ae%e0%80%ae",
    "%f8%80%80%80%ae",
    "%ff%fe",
    "%",
    "%zz",
    ";/../canary.txt",
    "tea-maker;a=b",
    "/canary.txt",
    "%2Fetc%2Fpasswd",
    "file:%2F%2F%2Fetc%2Fpasswd",
    "%0d%0aset-cookie:%20a=b",
    "C:%5cwindows",
];

/// A route: its path with the names of its parts, and whether it takes a form.
struct Route {
    path: String,
    is_form: bool,
}

/// Reads the routes of pages and of other clients from their sources.
fn written() -> Vec<Route> {
    let mut routes = Vec::new();
    for call in SOURCES
        .iter()
        .flat_map(|source| source.split(".route(").skip(1))
    {
        let end = call.find("\n        .").unwrap_or(call.len());
        let call = &call[..end];
        let Some(path) = call.split('"').nth(1).filter(|path| path.starts_with('/')) else {
            continue;
        };
        routes.push(Route {
            path: path.to_owned(),
            is_form: call.contains("post("),
        });
    }
    assert!(routes.len() > 40, "{}", routes.len());
    routes
}

/// Reads the operations of the API from the contract.
fn operations() -> Vec<(String, String)> {
    let contract: Value = serde_json::from_str(CONTRACT).unwrap();
    let paths = contract["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys();
        let methods = methods.filter(|method| *method != "parameters");
        methods.map(|method| (method.to_uppercase(), path.clone()))
    });
    operations.collect()
}

/// Fills in the parts of a path with what is there.
fn filled(path: &str) -> String {
    let known = [
        ("{name}", "tea-maker"),
        ("{pack}", "developer-pack"),
        ("{version}", "1.0.0"),
        ("{*path}", "SKILL.md"),
        ("{path}", "SKILL.md"),
        ("{account}", "anna"),
        ("{archive}", "tea-maker.zip"),
        (
            "{secret}",
            "0000000000000000000000000000000000000000000000000000000000000000",
        ),
    ];
    let filled = known.iter().fold(path.to_owned(), |path, (name, value)| {
        path.replace(name, value)
    });
    let mut rest = filled.as_str();
    let mut done = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        done.push_str(before);
        done.push_str("0123456789abcdef");
        rest = after.split_once('}').unwrap().1;
    }
    done + rest
}

/// Puts a trick in the place of each part of a path in turn.
fn tricked(path: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    let long = "a".repeat(9_000);
    for (start, _) in path.match_indices('{') {
        let end = start + path[start..].find('}').unwrap() + 1;
        for trick in TRICKS.iter().copied().chain([long.as_str()]) {
            paths.push(filled(&format!(
                "{}{trick}{}",
                &path[..start],
                &path[end..]
            )));
        }
    }
    let plain = filled(path);
    paths.extend([
        format!("/{plain}"),
        format!("{plain}/"),
        format!("{plain}/.."),
        format!("{plain}/../../canary.txt"),
        format!("{plain}%00"),
        format!("{plain};a=b"),
        format!("/..{plain}"),
        format!("/%2e%2e{plain}"),
        plain.replacen('/', "\\", 2),
        plain.replacen('/', "//", 2).replacen("//", "/", 1),
        format!("{plain}?{long}"),
        format!("{plain}?page=%00&query=%c0%ae"),
        format!("{plain}?a=..%2f..%2fcanary.txt"),
    ]);
    paths
}

fn is_harmless(answer: &Answer, asked: &str) {
    assert!(
        answer.status < 500,
        "{} {asked}: {}",
        answer.status,
        answer.text()
    );
    let body = String::from_utf8_lossy(&answer.body);
    assert!(
        !body.contains(SECRET) && !body.contains("root:x:0"),
        "{asked}: {body}"
    );
    assert!(answer.header("set-cookie").is_none(), "{asked}");
    let path = asked.split_once(' ').unwrap().1;
    if path.starts_with("/api/") && answer.status >= 400 && !path.starts_with("/api/search") {
        let error = &answer.json()["error"];
        assert!(
            error["code"].is_string() && error["message"].is_string(),
            "{asked}: {body}"
        );
    }
}

#[test]
fn no_trick_in_a_path_finds_a_file_or_fails_the_server() {
    let world = World::of_samples();
    world.plant("canary.txt", SECRET);
    let mut asked: Vec<(String, String)> = Vec::new();
    for route in written() {
        let method = if route.is_form { "POST" } else { "GET" };
        asked.extend(
            tricked(&route.path)
                .into_iter()
                .map(|path| (method.to_owned(), path)),
        );
        if route.is_form {
            asked.extend(
                tricked(&route.path)
                    .into_iter()
                    .map(|path| ("GET".to_owned(), path)),
            );
        }
    }
    for (method, path) in operations() {
        asked.extend(
            tricked(&path)
                .into_iter()
                .map(|path| (method.clone(), path)),
        );
    }
    for folder in ["agent-skills", "skills"] {
        for place in [
            "",
            "/packs/{pack}",
            "/skills/{name}/releases/{version}",
            "/api/archives/{digest}",
        ] {
            let path = format!("{place}/.well-known/{folder}/index.json");
            asked.extend(
                tricked(&path)
                    .into_iter()
                    .map(|path| ("GET".to_owned(), path)),
            );
        }
    }
    assert!(asked.len() > 3_000, "{}", asked.len());
    for (method, path) in asked {
        let answer = world.request(&method, &path, &[]);
        is_harmless(&answer, &format!("{method} {path}"));
    }
}

#[test]
fn what_is_no_path_at_all_is_refused() {
    let world = World::of_samples();
    world.plant("canary.txt", SECRET);
    for target in [
        "*",
        "canary.txt",
        "../canary.txt",
        "http://other.example/../canary.txt",
        "file:///etc/passwd",
    ] {
        let answer = world.request("GET", target, &[]);
        is_harmless(&answer, &format!("GET {target}"));
    }
    for bytes in [
        &b"GET /\xc0\xae\xc0\xae/canary.txt HTTP/1.1\r\nhost: x\r\n\r\n"[..],
        b"GET /\x00 HTTP/1.1\r\nhost: x\r\n\r\n",
    ] {
        let mut connection = Connection::open(world.address());
        connection.send(bytes);
        is_harmless(&connection.answer_to("GET"), "GET /bytes");
    }
}

/// Forms that are sent without having signed in.
const OPEN_FORMS: [&str; 5] = [
    "/sign-in",
    "/sign-up",
    "/invitations/{secret}",
    "/check",
    "/check/results/{key}/removal",
];

#[test]
fn no_form_is_taken_from_another_site_or_without_its_token() {
    let world = World::with_access(Access {
        sign_up: SignUp::Open,
        ..Access::standard()
    });
    let anna = Person::first(&world);
    let token = anna.form_token(&world);
    let forms: Vec<Route> = written()
        .into_iter()
        .filter(|route| route.is_form)
        .collect();
    assert!(forms.len() > 15);
    for form in forms {
        let path = filled(&form.path);
        let kind = match form.path.as_str() {
            "/publish" => "multipart/form-data; boundary=x",
            _ => "application/x-www-form-urlencoded",
        };
        let send = |fields: &str, origin: (&str, &str)| {
            let body = match form.path.as_str() {
                "/publish" => {
                    let value = fields.strip_prefix("formToken=").unwrap_or_default();
                    format!(
                        "--x\r\ncontent-disposition: form-data; name=\"formToken\"\r\n\r\n{value}\r\n--x--\r\n"
                    )
                }
                _ => fields.to_owned(),
            };
            let headers = [
                ("cookie", anna.cookie.as_str()),
                ("content-type", kind),
                origin,
            ];
            world.send("POST", &path, &headers, &body)
        };
        let fields = format!("formToken={token}");
        for origin in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
        ] {
            let answer = send(&fields, origin);
            // A link that nobody made is nothing, whoever asks.
            let wanted = match form.path.as_str() {
                "/invitations/{secret}" => "404 INVITATION_NOT_FOUND",
                _ => "403 CROSS_SITE",
            };
            assert_eq!(answer.error(), wanted, "{} {origin:?}", form.path);
        }
        if OPEN_FORMS.contains(&form.path.as_str()) {
            continue;
        }
        for fields in ["", "formToken=", &format!("formToken={}", "0".repeat(64))] {
            let answer = send(fields, ("sec-fetch-site", "same-origin"));
            assert_eq!(answer.error(), "403 CROSS_SITE", "{} {fields:?}", form.path);
        }
    }
    assert!(anna.is_signed_in(&world));
    assert_eq!(world.get("/api/skills").json()["totalItems"], 1);
}

#[test]
fn no_operation_that_writes_is_taken_from_another_site() {
    let world = World::with_access(Access {
        sign_up: SignUp::Open,
        ..Access::standard()
    });
    let anna = Person::first(&world);
    let mut count = 0;
    for (method, path) in operations() {
        if method == "GET" || path == "/api/trusted-tokens" {
            continue;
        }
        count += 1;
        let is_archive = method == "POST" && (path == "/api/skills" || path.ends_with("/releases"));
        let kind = if is_archive {
            "application/zip"
        } else {
            "application/json"
        };
        let headers = [
            ("cookie", anna.cookie.as_str()),
            ("content-type", kind),
            ("origin", "https://evil.example"),
        ];
        let body = match path.as_str() {
            "/api/accounts" | "/api/sessions" => {
                r#"{"name": "mallory", "password": "correct horse battery"}"#
            }
            _ => "{}",
        };
        let answer = world.send(&method, &filled(&path), &headers, body);
        assert_eq!(answer.error(), "403 CROSS_SITE", "{method} {path}");
    }
    assert!(count > 15, "{count}");
}

#[test]
fn signing_in_by_the_page_takes_no_session_that_was_planted() {
    let world = World::empty();
    Person::first(&world);
    let planted = format!("guild-session={}", "b".repeat(64));
    let fields = format!(
        "name=anna&password={}",
        crate::people::PASSWORD.replace(' ', "+")
    );
    let person = Person {
        cookie: planted.clone(),
    };
    let answer = person.submit_as_it_is(&world, "/sign-in", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let own = crate::people::cookie(&answer);
    assert!(own != planted && Person { cookie: own }.is_signed_in(&world));
    assert!(!person.is_signed_in(&world));
}
