//! Our own endpoint documents, `docs/api/*.md`, held against the contract that they are written to.

use std::collections::BTreeMap;
use std::fs;
#[cfg(target_os = "linux")]
use std::io::{BufRead as _, BufReader, Write as _};
#[cfg(target_os = "linux")]
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::serve::address;
use crate::world::World;
#[cfg(target_os = "linux")]
use crate::world::{read_all, read_until};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The documents by their file names.
fn documents() -> BTreeMap<String, String> {
    let entries = fs::read_dir(docs().join("api")).unwrap();
    let document = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(document).collect()
}

/// The operations of the published contract: the file name and the title that the document of each has.
fn operations() -> BTreeMap<String, String> {
    let contract = fs::read_to_string(docs().join("openapi.json")).unwrap();
    let contract: Value = serde_json::from_str(&contract).unwrap();
    let mut operations = BTreeMap::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let title = format!("# {} {path}", method.to_uppercase());
            operations.insert(format!("{}.md", kebab(id)), title);
        }
    }
    operations
}

fn kebab(id: &str) -> String {
    let mut kebab = String::new();
    for letter in id.chars() {
        if letter.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}

/// A world whose project holds the contract and the documents, dated so that no clock finds them in the future.
fn world() -> World {
    let world = World::alone();
    for (name, text) in documents() {
        let (text, date) = text.rsplit_once("Last updated: ").unwrap();
        assert!(date.starts_with("20"), "{name}: {date}");
        let text = format!("{text}Last updated: 2024-11-20\n");
        world.write(&format!("project/docs/api/{name}"), &text);
    }
    let contract = fs::read_to_string(docs().join("openapi.json")).unwrap();
    world.write("project/docs/openapi.json", &contract);
    world
}

#[test]
fn each_operation_has_one_document_and_each_document_an_operation() {
    let titles = documents().into_iter().map(|(name, text)| {
        let title = text.lines().next().unwrap_or_default().to_owned();
        (name, title)
    });
    assert_eq!(titles.collect::<BTreeMap<_, _>>(), operations());
}

#[test]
fn our_contract_is_designed_as_we_teach_it() {
    let run = world()
        .guild("check api docs/openapi.json --deny warnings")
        .ok();
    assert!(run.stdout.contains("No findings in 1 file."), "{run}");
}

#[test]
fn our_documents_agree_with_the_contract_without_a_warning() {
    let run = world()
        .guild("check docs docs/api --contract docs/openapi.json --coverage --deny warnings")
        .ok();
    let files = format!("{} files", operations().len());
    assert!(run.stdout.contains(&files), "{run}");
}

/// Every example runs, unchanged, against a catalog that was started for the first time.
#[cfg(target_os = "linux")]
#[test]
fn our_examples_run_against_a_fresh_catalog() {
    let world = world();
    let mut child = world.start(
        "serve --listen 127.0.0.1:0 --data catalog --sign-up open --trusted-issuer https://token.actions.githubusercontent.com --webhook-allow 127.0.0.0/8",
    );
    let target = address(&mut child);
    let said = read_until(child.stderr.as_mut().unwrap(), "/invitations/");
    let link = read_until(child.stderr.as_mut().unwrap(), "\n");
    let token = set_up(&target, link.trim());
    let webhook = told(&target, &token);
    // A space would end the argument.
    let run = world.guild(&format!(
        "check docs docs/api --run --contract docs/openapi.json --target {target} --deny warnings --format json \
         --env GUILD_TOKEN={token} --env GUILD_PASSWORD={PASSWORD} \
         --env GUILD_WEBHOOK={webhook}"
    ));
    child.kill().unwrap();
    let said = said + &read_all(child.stderr.take().unwrap());
    child.wait().unwrap();
    assert_eq!(run.code, Some(0), "{run}\n{said}");
    let report = run.json();
    assert_eq!(report["verdict"], "PASSED");
    let examples = report["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 2 * operations().len());
    for example in examples {
        assert_eq!(example["isMarked"], false, "{example}");
        assert_eq!(example["verdict"], "PASSED", "{example}");
    }
}

#[cfg(target_os = "linux")]
const PASSWORD: &str = "correct-horse-battery";

/// Makes the first account, `anna`, and a token of hers for everything.
#[cfg(target_os = "linux")]
fn set_up(target: &str, link: &str) -> String {
    let post = |path: &str, cookie: &str, body: Value| {
        let url = format!("{target}{path}");
        let mut answer = ureq::post(url)
            .header("cookie", cookie)
            .send_json(body)
            .unwrap();
        let cookie = answer.headers().get("set-cookie").cloned();
        let json: Value = answer.body_mut().read_json().unwrap();
        (cookie, json)
    };
    let secret: String = link.chars().take_while(char::is_ascii_hexdigit).collect();
    let anna = serde_json::json!({"name": "anna", "password": PASSWORD, "invitation": secret});
    let (cookie, _) = post("/api/accounts", "", anna);
    let cookie = cookie.unwrap().to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap();
    let all = ["skills:publish", "skills:yank", "ratings:write", "admin"];
    let wish = serde_json::json!({"label": "examples", "scopes": all});
    let (_, made) = post("/api/tokens", cookie, wish);
    made["secret"].as_str().unwrap().to_owned()
}

/// Makes a webhook whose receiver takes everything, and lets it be told that a release was withdrawn and put back.
#[cfg(target_os = "linux")]
fn told(target: &str, token: &str) -> String {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", receiver.local_addr().unwrap());
    let (heard, hearing) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in receiver.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            lines.find(|line| line.is_empty());
            let _ = (&stream).write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
            let _ = heard.send(());
        }
    });
    let authorization = format!("Bearer {token}");
    let made = ureq::post(format!("{target}/api/webhooks"))
        .header("authorization", &authorization)
        .send_json(serde_json::json!({ "url": url }));
    let made: Value = made.unwrap().body_mut().read_json().unwrap();
    let release = format!("{target}/api/skills/adr-writer/releases/1.0.0");
    for change in [
        serde_json::json!({"isYanked": true, "yankReason": "It was published too early."}),
        serde_json::json!({"isYanked": false}),
    ] {
        let changed = ureq::patch(&release)
            .header("authorization", &authorization)
            .send_json(change);
        changed.unwrap();
    }
    let told = hearing.recv_timeout(std::time::Duration::from_secs(20));
    told.expect("the receiver is told within seconds");
    made["webhook"]["id"].as_str().unwrap().to_owned()
}
