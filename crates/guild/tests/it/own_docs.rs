//! Our own endpoint documents, `docs/api/*.md`, held against the contract that they are written to.

use std::collections::BTreeMap;
use std::fs;
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
        "serve --listen 127.0.0.1:0 --data catalog --sign-up open --trusted-issuer https://token.actions.githubusercontent.com",
    );
    let target = address(&mut child);
    let said = read_until(child.stderr.as_mut().unwrap(), "/invitations/");
    let link = read_until(child.stderr.as_mut().unwrap(), "\n");
    let token = set_up(&target, link.trim());
    // A space would end the argument.
    let run = world.guild(&format!(
        "check docs docs/api --run --contract docs/openapi.json --target {target} --deny warnings --format json \
         --env GUILD_TOKEN={token} --env GUILD_PASSWORD={PASSWORD}"
    ));
    child.kill().unwrap();
    let said = said + &read_all(child.stderr.take().unwrap());
    child.wait().unwrap();
    assert_eq!(run.code, Some(0), "{run}\n{said}");
    let report = run.json();
    assert_eq!(report["verdict"], "PASSED");
    let examples = report["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 2 * operations().len());
    // One takes a delivery, and so somebody outside who is told of an event.
    let left_out = |example: &&serde_json::Value| example["isMarked"] == true;
    assert_eq!(examples.iter().filter(left_out).count(), 1);
    for example in examples.iter().filter(|example| !left_out(example)) {
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
