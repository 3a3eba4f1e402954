//! A catalog as files, served by programs that know nothing of catalogs.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::world::{World, read_until};

/// What an author may call a file to be taken for one of ours.
const TRICKS: [(&str, &str); 5] = [
    ("assets/index.html", "<script>alert(1)</script>"),
    ("assets/index.json", "{}"),
    ("assets/picture.svg", "<svg onload='alert(1)'/>"),
    ("references/.htaccess", "AddHandler cgi-script .md"),
    (
        "references/é a b#c%41.md",
        "# Tricks\n\n[away](/sign-in) [up](../../../../x)\n",
    ),
];

/// A program that serves a folder, until it is dropped.
struct Host {
    url: String,
    running: Running,
}

enum Running {
    Python(Child),
    Nginx(PathBuf),
}

impl Host {
    fn python(folder: &Path) -> Self {
        let mut child = Command::new("python3")
            .args([
                "-u",
                "-m",
                "http.server",
                "0",
                "--bind",
                "127.0.0.1",
                "--directory",
            ])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let said = read_until(child.stdout.as_mut().unwrap(), "/)");
        let (_, url) = said.split_once("(").unwrap();
        Self {
            url: url.trim_end_matches("/)").to_owned(),
            running: Running::Python(child),
        }
    }

    /// As the guide says, but for what a test may not write to.
    fn nginx(world: &World, folder: &Path) -> Self {
        let port = free_port();
        let own = world.path("nginx");
        fs::create_dir_all(&own).unwrap();
        let (at, root) = (own.display(), folder.display());
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let paths: String = paths
            .iter()
            .map(|path| format!("{path}_temp_path {at}/{path};\n"))
            .collect();
        let config = format!(
            "master_process off; pid {at}/pid; error_log {at}/error;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}types {{ text/html html; text/plain txt; application/json json; application/zip zip; text/css css; text/javascript js; image/svg+xml svg; }}\nserver {{\nlisten 127.0.0.1:{port};\nroot {root};\ncharset utf-8;\nerror_page 404 /404.html;\n}}\n}}\n"
        );
        let file = own.join("nginx.conf");
        fs::write(&file, config).unwrap();
        // It goes into the background once it listens.
        let started = nginx(&file).status().unwrap();
        assert!(started.success());
        Self {
            url: format!("http://127.0.0.1:{port}"),
            running: Running::Nginx(file),
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        match &mut self.running {
            Running::Python(child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            Running::Nginx(config) => {
                let _ = nginx(config).args(["-s", "stop"]).status();
            }
        }
    }
}

fn nginx(config: &Path) -> Command {
    let mut nginx = Command::new("nginx");
    let paths = std::env::var("PATH").unwrap_or_default();
    // Debian has it where only root looks.
    nginx.env("PATH", format!("{paths}:/usr/sbin"));
    nginx
        .arg("-c")
        .arg(config)
        .arg("-p")
        .arg(config.parent().unwrap());
    nginx
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    nginx
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A catalog that serves, and the folder that it was exported into.
fn exported() -> (World, PathBuf) {
    let world = World::new();
    world.publish("greeter", "1.1.0", &[("scripts/greet.sh", "echo hello\n")]);
    world.publish("tricky", "1.0.0", &TRICKS);
    let site = export(&world, "");
    (world, site)
}

fn export(world: &World, more: &str) -> PathBuf {
    let words =
        format!("export site --data ../catalog --base-url https://skills.example/team {more}");
    world.guild(&words).ok();
    world.path("project/site")
}

/// All files of a folder with what they hold, but for the export's own record.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                found.insert(name.to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found.remove(".guild-export");
    found
}

#[test]
fn a_skill_is_found_shown_installed_and_proved_from_files() {
    let (world, site) = exported();
    for host in [Host::python(&site), Host::nginx(&world, &site)] {
        let url = &host.url;
        let _ = fs::remove_dir_all(world.path("project/.agents"));
        let _ = fs::remove_file(world.path("project/guild.lock"));
        let found = world
            .guild(&format!("search gree --json --catalog {url}"))
            .ok()
            .json();
        assert_eq!(found["totalItems"], 2, "both say that a person is greeted");
        assert_eq!(found["items"][0]["name"], "greeter");
        let shown = world.guild(&format!("show greeter --catalog {url}")).ok();
        assert!(shown.stdout.contains("1.1.0  2 files"), "{shown}");
        world
            .guild(&format!("install greeter@1.0.0 tricky --catalog {url}"))
            .ok();
        let verified = world.guild(&format!("verify --catalog {url}")).ok();
        assert!(
            verified.stderr.contains("2 of 2 proved by the log"),
            "{verified}"
        );
        world.guild(&format!("update --catalog {url}")).ok();
        assert!(
            world
                .read("project/.agents/skills/greeter/SKILL.md")
                .contains("1.1.0")
        );
        let missing = world
            .guild(&format!("show nobody --catalog {url}"))
            .fails(2);
        assert!(
            missing.stderr.contains("holds no skill called `nobody`"),
            "{missing}"
        );
        let task = world
            .guild(&format!("match hello --catalog {url}"))
            .fails(2);
        assert!(task.stderr.contains("made of files"), "{task}");
        for from in ["", "/skills/greeter", "/skills/greeter/greeter.zip"] {
            let run = world.guild(&format!(
                "install {} --force --from {url}{from}",
                if from.is_empty() { "greeter" } else { "" }
            ));
            assert_eq!(run.code, Some(0), "{run}");
        }
    }
}

#[test]
fn an_index_that_names_other_bytes_is_refused() {
    let (world, site) = exported();
    let archives = site.join("api/archives");
    for archive in fs::read_dir(archives).unwrap() {
        let path = archive.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        bytes[40] ^= 1;
        fs::write(path, bytes).unwrap();
    }
    let host = Host::python(&site);
    for run in [
        world.guild(&format!("install greeter --catalog {}", host.url)),
        world.guild(&format!("install greeter --from {}", host.url)),
    ] {
        assert_eq!(run.code, Some(1), "{run}");
        assert_eq!(world.visible(&world.skills()), [""; 0]);
    }
}

#[test]
fn npm_skills_adds_and_updates_from_files() {
    let (world, site) = exported();
    let host = Host::python(&site);
    let skills = |words: &str| {
        let installed =
            |name: &str| {
                PathBuf::from(std::env::var_os(name).unwrap_or_else(|| {
                    panic!("`cargo xtask test` installs it and names it in {name}")
                }))
            };
        let mut command = Command::new(installed("GUILD_TEST_NODE"));
        command.arg(installed("GUILD_TEST_CLIENTS").join("skills"));
        command.args(words.replace("[H]", &host.url).split(' '));
        world.clean(&mut command);
        command.env("DISABLE_TELEMETRY", "1").env("CI", "1");
        world.run(&mut command).ok();
    };
    skills("add [H]/skills/greeter/releases/1.0.0 -a claude-code -y");
    assert!(
        world
            .read("project/.claude/skills/greeter/SKILL.md")
            .contains("1.0.0")
    );
    skills("add [H]/skills/greeter -a claude-code -y");
    assert!(
        world
            .read("project/.claude/skills/greeter/scripts/greet.sh")
            .contains("hello")
    );
    skills("add [H] --skill * -a claude-code -y");
    assert!(
        world
            .path("project/.claude/skills/tricky/assets/index.html")
            .is_file()
    );
    world.publish("greeter", "1.2.0", &[]);
    export(&world, "");
    skills("update greeter -p -y");
    assert!(
        world
            .read("project/.claude/skills/greeter/SKILL.md")
            .contains("1.2.0")
    );
}

#[test]
fn every_link_leads_to_a_file_and_nothing_asks_for_a_server() {
    let (_world, site) = exported();
    let files = files(&site);
    let pages = files.iter().filter(|(name, _)| name.ends_with(".html"));
    let mut links = 0;
    for (name, bytes) in pages {
        let page = std::str::from_utf8(bytes).unwrap();
        assert!(!page.contains("method=\"post\""), "{name}");
        assert!(
            page.contains("http-equiv=\"content-security-policy\""),
            "{name}"
        );
        for attribute in [" href=\"", " src=\"", " action=\"", " data-index=\""] {
            for rest in page.split(attribute).skip(1) {
                let link = rest.split(['"', '#', '?']).next().unwrap();
                if link.is_empty() || link.starts_with("https://") {
                    continue;
                }
                links += 1;
                let target = match link.strip_prefix("/team/") {
                    Some(rest) if name == "404.html" => rest.to_owned(),
                    _ => joined(name, link),
                };
                let target = match target.ends_with('/') || target.is_empty() {
                    true => format!("{target}index.html"),
                    false => target,
                };
                assert!(files.contains_key(&target), "{name} links to {link}");
            }
        }
    }
    assert!(links > 1000, "{links}");
    let page = std::str::from_utf8(&files["skills/greeter/index.html"]).unwrap();
    assert!(
        page.contains("rel=\"canonical\" href=\"https://skills.example/team/skills/greeter/\"")
    );
}

/// Follows a relative link from a file.
fn joined(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => assert!(
                parts.pop().is_some(),
                "{link} leaves the folder from {from}"
            ),
            part => parts.push(part),
        }
    }
    let text = parts.join("/");
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            let digits = std::str::from_utf8(&digits).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn what_authors_wrote_is_text_whatever_it_is_called() {
    let (_world, site) = exported();
    let files = files(&site);
    for (path, text) in TRICKS {
        let raw = format!("api/skills/tricky/releases/1.0.0/files/{path}.txt");
        assert_eq!(
            files.get(&raw).map(Vec::as_slice),
            Some(text.as_bytes()),
            "{raw}"
        );
    }
    assert!(
        !files
            .keys()
            .any(|name| name.ends_with(".svg") && !name.starts_with("assets/"))
    );
    assert!(!files.keys().any(|name| name.ends_with(".htaccess")));
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let page = std::str::from_utf8(bytes).unwrap();
        assert!(!page.contains("<script>"), "{name}");
    }
}

#[test]
fn nothing_of_accounts_is_in_the_files() {
    let world = World::new();
    let (token, session) = world.admin("quiet-admin");
    world.account("shy-member", "correct horse battery");
    let site = export(&world, "");
    for (name, bytes) in files(&site) {
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["quiet-admin", "shy-member", "$argon2", &token, &session] {
            assert!(!text.contains(secret), "{name} holds {secret}");
        }
    }
    let refused = world
        .guild("export other --data ../catalog --base-url https://skills.example --private")
        .fails(1);
    insta::assert_snapshot!(refused, @r"
    exit 1
    stderr:
    refused: the catalog is private, and an export is not
      cause: whoever reaches the folder reads every skill in it, with all releases and files, and the names of who published them
    hint: `--make-public` exports it all the same; a host that asks for a password keeps it among you
    ");
    assert!(!world.path("project/other").exists());
    export(&world, "--private --make-public");
}

#[test]
fn the_same_again_writes_nothing_and_a_change_little_and_what_is_deleted_goes() {
    let (world, site) = exported();
    let first = files(&site);
    fs::write(site.join("CNAME"), "skills.example").unwrap();
    let again = "export site --data ../catalog --base-url https://skills.example/team --json";
    let told = world.guild(again).ok().json();
    assert_eq!((&told["changed"], &told["removed"]), (&0.into(), &0.into()));
    // Another folder gets the very same bytes.
    world
        .guild("export other --data ../catalog --base-url https://skills.example/team")
        .ok();
    assert_eq!(files(&world.path("project/other")), first);
    world.publish("greeter", "1.2.0", &[]);
    let told = world.guild(again).ok().json();
    assert!(told["changed"].as_u64() < Some(60), "{told}");
    let (token, _) = world.admin("anna");
    let deleted = Command::new("curl")
        .args([
            "-fsS",
            "-X",
            "DELETE",
            "-H",
            &format!("authorization: Bearer {token}"),
        ])
        .arg(format!("{}/api/skills/tricky", world.catalog()))
        .status()
        .unwrap();
    assert!(deleted.success());
    let told = world.guild(again).ok().json();
    assert!(told["removed"].as_u64() > Some(10), "{told}");
    assert!(!site.join("skills/tricky").exists() && !site.join("api/skills/tricky").exists());
    assert!(site.join("CNAME").exists());
    for (name, bytes) in files(&site) {
        let is_of_the_past = name.starts_with("api/events") || name.starts_with("log/");
        assert!(
            is_of_the_past || !String::from_utf8_lossy(&bytes).contains("skills/tricky"),
            "{name}"
        );
    }
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let world = World::new();
    world.write("project/site/thesis.txt", "years of work");
    let run = world
        .guild("export site --data ../catalog --base-url https://skills.example")
        .fails(1);
    insta::assert_snapshot!(run, @r"
    exit 1
    stderr:
    refused: [WORLD]/project/site is not empty
      cause: no export wrote `thesis.txt`, and what stands there could be lost
    hint: name an empty folder, or that of the last export
    ");
    let run = world.guild("export site --data nowhere --base-url https://skills.example");
    assert_ne!(run.code, Some(0), "{run}");
}
