//! A server that is killed or has no room while skills are published: what was acknowledged is there, what is there is
//! whole, and nothing else is seen.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use guild_catalog::{
    Admission, Catalog, CatalogOptions, Clock, LogOptions, NewToken, PageRequest, Password,
};
use guild_skill::archive::{self, ArchiveLimits, Layout};
use guild_skill::{AccountName, Digest, FilePath, FileSet, Scope, SkillFile, SkillName, wire};
use tokio::runtime::Runtime;

use crate::full_disk::SmallDisk;
use crate::serve::address;
use crate::world::World;

/// How many publish at a time: so many publishes does each kill cut off, at whatever step each is.
const PUBLISHERS: u32 = 5;

/// A release that the server said it has: skill and version, and the digest of its archive.
pub(crate) type Acknowledged = BTreeMap<(String, String), String>;

pub(crate) fn open(runtime: &Runtime, data: &Path, database: Option<String>) -> Catalog {
    let options = CatalogOptions {
        data: data.to_owned(),
        database,
        archives: None,
        log: LogOptions::default(),
        clock: Clock::frozen(1_772_323_200_000),
    };
    runtime.block_on(Catalog::open(options)).unwrap()
}

/// Makes a catalog with an admin, and gives a token of theirs.
pub(crate) fn set_up(runtime: &Runtime, data: &Path, database: Option<String>) -> String {
    let catalog = open(runtime, data, database);
    let token = runtime.block_on(async {
        let link = catalog.set_up_secret().await.unwrap().unwrap();
        let anna = AccountName::parse("anna").unwrap();
        let password = Password::new("correct horse battery", &anna).unwrap();
        let signed_in = catalog
            .sign_up(anna, password, Admission::Link(link), "192.0.2.1")
            .await
            .unwrap();
        let caller = catalog.caller_of_session(&signed_in.secret).await.unwrap();
        let new = NewToken {
            label: "faults".to_owned(),
            scopes: [Scope::SkillsPublish].into(),
            pack: None,
            life_ms: None,
        };
        let made = catalog.make_token(&caller.unwrap().caller, new).await;
        made.unwrap().unwrap().secret.reveal().to_owned()
    });
    runtime.block_on(catalog.close());
    token
}

pub(crate) fn leaf(
    publisher: u32,
    version: &str,
    more: &[(&str, Vec<u8>)],
) -> (SkillName, Vec<u8>) {
    let name = format!("leaf-{publisher}");
    let skill_md = format!(
        "---\nname: {name}\ndescription: Use when somebody wants a cup of tea, as in \"make me a tea\" or \"the kettle is on\".\nmetadata:\n  version: \"{version}\"\n---\n\n# Leaf\n\nWarm the pot, boil fresh water, wait four minutes, and pour.\n"
    );
    let page_md = "---\npack: Leaf pack\n---\n\n# Leaf\n\nMakes a cup of tea, from the pot to the pouring.\n\n## What it does\n\nWarms the pot, measures the leaves, and minds the time.\n\n## When to use\n\n- Somebody is thirsty.\n\n## When not to use\n\n- It is hot outside: make a lemonade.\n\n## Example prompts\n\n- Make me a tea.\n- The kettle is on, what comes next?\n";
    let given = [
        ("SKILL.md", skill_md.into_bytes()),
        ("PAGE.md", page_md.into()),
    ];
    let files = given.iter().chain(more).map(|(path, bytes)| SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: bytes.clone(),
        is_executable: false,
    });
    let files = FileSet::new(files.collect(), &ArchiveLimits::STANDARD).unwrap();
    let name = SkillName::parse(&name).unwrap();
    let archive = archive::write(&files, Layout::Wrapped(&name));
    (name, archive)
}

/// Publishes; nothing when the server did not answer.
fn post(url: &str, token: &str, archive: &[u8]) -> Option<(u16, serde_json::Value)> {
    let (status, _, body) = publish(url, token, archive)?;
    Some((status, body))
}

/// Publishes, and tells also how many seconds to wait before the next try, if the server says.
pub(crate) fn publish(
    url: &str,
    token: &str,
    archive: &[u8],
) -> Option<(u16, Option<u64>, serde_json::Value)> {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .new_agent();
    let mut answer = agent
        .post(format!("{url}/api/skills"))
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/zip")
        .send(archive)
        .ok()?;
    let body = answer.body_mut().read_json().ok()?;
    let wait = answer.headers().get("retry-after");
    let wait = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
    Some((answer.status().as_u16(), wait, body))
}

/// Publishes on and on until the server is gone; `counts` are the next versions.
fn publish_until_killed(
    (url, token): (&str, &str),
    counts: &[AtomicU32],
    known: &Mutex<Acknowledged>,
    is_killed: &AtomicBool,
    told: &mpsc::Sender<()>,
) -> u32 {
    std::thread::scope(|scope| {
        let publishing: Vec<_> = (0..PUBLISHERS)
            .map(|publisher| {
                let next = &counts[publisher as usize];
                scope.spawn(move || {
                    loop {
                        let version = format!("1.0.{}", next.load(Ordering::Relaxed));
                        let (name, archive) = leaf(publisher, &version, &[]);
                        let Some((status, release)) = post(url, token, &archive) else {
                            // Cut off, or refused by nobody any more.
                            return u32::from(!is_killed.load(Ordering::Relaxed));
                        };
                        assert!(matches!(status, 200 | 201), "{status}: {release}");
                        let digest = release["digest"].as_str().unwrap().to_owned();
                        let key = (name.to_string(), version);
                        known.lock().unwrap().insert(key, digest);
                        next.fetch_add(1, Ordering::Relaxed);
                        // Nobody counts any more once the server is to be killed.
                        let _ = told.send(());
                    }
                })
            })
            .collect();
        publishing.into_iter().map(|one| one.join().unwrap()).sum()
    })
}

/// Holds that everything that was acknowledged is there, and that everything that is there is whole.
pub(crate) fn check(catalog: &Catalog, runtime: &Runtime, known: &Acknowledged) {
    for ((name, version), digest) in known {
        let name = SkillName::parse(name).unwrap();
        let release = runtime.block_on(catalog.release(&name, &version.parse().unwrap()));
        let release = release.unwrap();
        let release =
            release.unwrap_or_else(|| panic!("{name} {version} was acknowledged and is lost"));
        assert_eq!(release.digest, *digest);
    }
    for publisher in 0..PUBLISHERS {
        let name = SkillName::parse(&format!("leaf-{publisher}")).unwrap();
        let mut page = 1;
        loop {
            let request = PageRequest::new(page, 100).unwrap();
            let list = runtime.block_on(catalog.releases(&name, request)).unwrap();
            let Some(list) = list.filter(|list| !list.items.is_empty()) else {
                break;
            };
            for release in &list.items {
                is_whole(catalog, runtime, &name, release);
            }
            page += 1;
        }
    }
}

fn is_whole(catalog: &Catalog, runtime: &Runtime, name: &SkillName, release: &wire::Release) {
    let version = &release.version;
    for digest in [&release.digest, &release.root_digest] {
        let archive = runtime.block_on(catalog.archive(&Digest::parse(digest).unwrap()));
        assert!(archive.unwrap().is_some(), "{name} {version}: {digest}");
    }
    let number = version.parse().unwrap();
    let files = runtime.block_on(catalog.files(name, &number, PageRequest::FIRST));
    let files = files.unwrap().unwrap();
    assert_eq!(files.total_items, release.file_count, "{name} {version}");
}

/// How often a test kills: `GUILD_TEST_KILLS` says it, by default as often as a test run bears.
pub(crate) fn kills() -> u32 {
    let kills = std::env::var("GUILD_TEST_KILLS").ok();
    kills.and_then(|kills| kills.parse().ok()).unwrap_or(12)
}

/// Kills a server in the midst of publishing.
#[test]
fn whenever_the_server_is_killed_no_acknowledged_publish_is_lost_and_none_is_half_there() {
    let kills = kills();
    let world = World::alone();
    let (runtime, data) = (Runtime::new().unwrap(), world.path("project/catalog"));
    let token = set_up(&runtime, &data, None);
    let counts: Vec<AtomicU32> = (0..PUBLISHERS).map(|_| AtomicU32::new(0)).collect();
    let known = Mutex::new(Acknowledged::new());
    let mut chance = 0x2545_F491_4F6C_DD1D_u64;
    let mut cut_off = 0;
    for _ in 0..kills {
        let mut server = world.start("serve --listen 127.0.0.1:0 --data catalog");
        let url = address(&mut server);
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let publishes = 1 + chance % 12;
        let (told, heard) = mpsc::channel();
        let is_killed = AtomicBool::new(false);
        cut_off += std::thread::scope(|scope| {
            let (url, token, counts) = (url.as_str(), token.as_str(), counts.as_slice());
            let (known, is_killed, told) = (&known, &is_killed, &told);
            let publishing = scope
                .spawn(move || publish_until_killed((url, token), counts, known, is_killed, told));
            for _ in 0..publishes {
                heard.recv_timeout(Duration::from_secs(60)).unwrap();
            }
            server.kill().unwrap();
            server.wait().unwrap();
            is_killed.store(true, Ordering::Relaxed);
            publishing.join().unwrap()
        });
    }
    world.guild("fsck --data catalog").ok();
    let known = known.into_inner().unwrap();
    eprintln!(
        "{kills} kills, {} publishes acknowledged, {cut_off} cut off",
        known.len()
    );
    assert!(
        !known.is_empty(),
        "nothing was published: the test proves nothing"
    );
    let catalog = open(&runtime, &data, None);
    check(&catalog, &runtime, &known);
    runtime.block_on(catalog.close());
}

/// Starts a server whose files may not grow beyond some blocks of 512 bytes, which the system enforces like a full disk.
fn serve_with_small_files(world: &World, blocks: u32) -> Child {
    let mut command = Command::new("sh");
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec {} serve --listen 127.0.0.1:0 --data catalog",
        env!("CARGO_BIN_EXE_guild")
    );
    command.args(["-c", &script]);
    world.clean(&mut command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn without_room_a_publish_is_refused_as_a_whole_and_reading_goes_on() {
    let world = World::alone();
    let (runtime, data) = (Runtime::new().unwrap(), world.path("project/catalog"));
    let token = set_up(&runtime, &data, None);
    let mut server = world.start("serve --listen 127.0.0.1:0 --data catalog");
    let url = address(&mut server);
    let (_, small) = leaf(0, "1.0.0", &[]);
    assert_eq!(post(&url, &token, &small).unwrap().0, 201);
    server.kill().unwrap();
    server.wait().unwrap();
    // Room for what is there and a little more, and not for an archive of megabytes.
    let largest = largest_file(&data).max(1 << 20);
    let mut server = serve_with_small_files(&world, u32::try_from(largest / 512 + 2048).unwrap());
    let url = address(&mut server);
    let noise: Vec<u8> = noise().take(6 << 20).collect();
    let (name, large) = leaf(0, "1.1.0", &[("assets/noise.bin", noise)]);
    let (status, body) = post(&url, &token, &large).unwrap();
    assert_eq!(
        (status, &body["error"]["code"]),
        (500, &"DISK_FULL".into()),
        "{body}"
    );
    let skill = ureq::get(format!("{url}/api/skills/{name}")).call();
    let skill: serde_json::Value = skill.unwrap().body_mut().read_json().unwrap();
    assert_eq!(skill["latestRelease"]["version"], "1.0.0");
    server.kill().unwrap();
    server.wait().unwrap();
    let catalog = open(&runtime, &data, None);
    check(&catalog, &runtime, &Acknowledged::new());
    runtime.block_on(catalog.close());
}

#[test]
fn on_a_full_disk_a_publish_is_refused_as_a_whole_and_succeeds_when_there_is_room() {
    let world = World::alone();
    let Some(disk) = SmallDisk::mount(&world, "16m") else {
        eprintln!("not run: no small disk can be mounted here; the refused write is tested");
        return;
    };
    let (runtime, data) = (Runtime::new().unwrap(), disk.path().join("catalog"));
    let token = set_up(&runtime, &data, None);
    let mut server = world.start("serve --listen 127.0.0.1:0 --data disk/catalog");
    let url = address(&mut server);
    let mut known = Acknowledged::new();
    let mut refusals = 0;
    // Each takes a megabyte twice, once in either layout; in the end there is room for no more.
    for patch in 0..16 {
        let noise: Vec<u8> = noise().skip(patch).take(1 << 20).collect();
        let version = format!("1.0.{patch}");
        let (name, large) = leaf(0, &version, &[("assets/noise.bin", noise)]);
        let (status, body) = post(&url, &token, &large).unwrap();
        if status == 201 {
            let digest = body["digest"].as_str().unwrap().to_owned();
            known.insert((name.to_string(), version), digest);
            continue;
        }
        assert_eq!(
            (status, &body["error"]["code"]),
            (500, &"DISK_FULL".into()),
            "{body}"
        );
        refusals += 1;
        let skill = ureq::get(format!("{url}/api/skills/{name}")).call();
        assert_eq!(skill.unwrap().status(), 200, "reading goes on");
    }
    assert!(!known.is_empty() && refusals > 0, "{refusals} refusals");
    disk.grow("64m");
    let (name, small) = leaf(0, "2.0.0", &[]);
    let (status, body) = post(&url, &token, &small).unwrap();
    assert_eq!(status, 201, "{body}");
    let digest = body["digest"].as_str().unwrap().to_owned();
    known.insert((name.to_string(), "2.0.0".to_owned()), digest);
    server.kill().unwrap();
    server.wait().unwrap();
    world.guild("fsck --data disk/catalog").ok();
    let catalog = open(&runtime, &data, None);
    check(&catalog, &runtime, &known);
    runtime.block_on(catalog.close());
}

fn largest_file(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let sizes = entries.map(|entry| match entry.path().is_dir() {
        true => largest_file(&entry.path()),
        false => entry.metadata().unwrap().len(),
    });
    sizes.max().unwrap_or(0)
}

/// Bytes that do not compress, the same in each run (xorshift).
fn noise() -> impl Iterator<Item = u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    })
}
