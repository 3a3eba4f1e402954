//! `guild backup`, `restore`, `migrate` and `fsck`, and several servers on one catalog.
#![cfg(unix)]

use std::process::Child;
use std::time::{Duration, Instant};

use crate::serve::address;
use crate::world::World;
use crate::{postgres, s3};

/// Ends a server as a failing machine does.
fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_catalog_is_backed_up_while_it_serves_and_restored_elsewhere() {
    let world = World::alone();
    let mut server = world.start("serve --listen 127.0.0.1:0 --data one");
    address(&mut server);
    let run = world.guild("backup night.guild --data one").ok();
    assert!(
        run.stdout.starts_with("Backed up: ") && run.stdout.contains(" 12 archives"),
        "{run}"
    );
    let run = world.guild("backup night.guild --data one").fails(1);
    assert!(run.stderr.contains("is there already"), "{run}");
    end(server);
    world.guild("restore night.guild --data two").ok();
    let run = world.guild("restore night.guild --data two").ok();
    assert!(
        run.stdout.starts_with("Restored"),
        "the same again harms nothing: {run}"
    );
    let run = world.guild("fsck --data two").ok();
    assert!(
        run.stdout
            .contains("6 releases and 12 archives: the catalog is sound"),
        "{run}"
    );
    let mut server = world.start("serve --listen 127.0.0.1:0 --data two");
    let url = address(&mut server);
    let list = world
        .guild(&format!("search --json --catalog {url}"))
        .ok()
        .json();
    assert_eq!(list["totalItems"], 6);
    end(server);
}

#[test]
fn a_log_key_that_is_kept_apart_is_what_each_command_takes() {
    let world = World::alone();
    for folder in ["keys", "skills/tea"] {
        std::fs::create_dir_all(world.path(&format!("project/{folder}"))).unwrap();
    }
    let tea =
        "---\nname: tea\ndescription: Use when somebody wants a cup of tea.\n---\n\nBoil water.\n";
    std::fs::write(world.path("project/skills/tea/SKILL.md"), tea).unwrap();
    let own = "--data one --log-key keys/log.key";
    world.guild(&format!("import skills {own}")).ok();
    let key = world.read("project/keys/log.key");
    world.guild(&format!("fsck {own}")).ok();
    world.guild(&format!("backup night.guild {own}")).ok();
    let run = world.guild("restore night.guild --data two --log-key keys/restored.key");
    run.ok();
    assert_eq!(world.read("project/keys/restored.key"), key);
    // A backup holds the key that it was told of, and none where it was told of none.
    let run = world.guild("backup keyless.guild --data one").ok();
    assert!(
        run.stderr
            .contains("the private key of the catalog's log is not in it"),
        "{run}"
    );
    world.guild("restore keyless.guild --data three").ok();
    assert!(!world.path("project/three/log.key").exists());
    let run = world.guild("import skills --data three").fails(2);
    assert!(run.stderr.contains("hint: take `log.key`"), "{run}");
    let database = postgres::private();
    let to = format!("--database {} --archives moved", database.url());
    world.guild(&format!("migrate {own} {to}")).ok();
    world.guild(&format!("import skills {own} {to}")).ok();
    for data in ["one", "two"] {
        let beside = world.path(&format!("project/{data}/log.key"));
        assert!(!beside.exists(), "{}", beside.display());
    }
    let run = world.guild("import skills --data two").fails(2);
    assert!(run.stderr.contains("hint: take `log.key`"), "{run}");
}

#[test]
fn what_is_wrong_with_a_catalog_is_told_and_mended() {
    let world = World::alone();
    let server = world.start("serve --listen 127.0.0.1:0 --data one");
    let mut server = server;
    address(&mut server);
    end(server);
    let shelf = world.path("project/one/archives/sha256");
    let first = std::fs::read_dir(&shelf)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let archive = std::fs::read_dir(first)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    std::fs::write(archive, "damaged").unwrap();
    let report = world.guild("fsck --data one --json").fails(1).json();
    assert_eq!(report["isClean"], false);
    assert_eq!(report["flaws"][0]["kind"], "DAMAGED_ARCHIVE");
    let run = world.guild("fsck --data one").fails(1);
    assert!(
        run.stdout.contains("1 flaw, not mended") && run.stderr.contains("--repair"),
        "{run}"
    );
    let run = world.guild("fsck --data one --repair").ok();
    assert!(run.stdout.contains("all mended"), "{run}");
    world.guild("fsck --data one").ok();
    let run = world.guild("fsck --data nowhere").fails(2);
    assert!(
        run.stderr.contains("there is no catalog in") && run.stderr.contains("hint: "),
        "{run}"
    );
}

#[test]
fn what_cannot_be_backed_up_restored_or_moved_says_why_and_what_to_type() {
    let world = World::alone();
    let mut server = world.start("serve --listen 127.0.0.1:0 --data one");
    address(&mut server);
    end(server);
    let run = world.guild("backup nowhere/b.guild --data one").fails(2);
    assert!(
        run.stderr.contains("hint: see that its folder is there"),
        "{run}"
    );
    let run = world.guild("restore nonesuch --data two").fails(2);
    assert!(run.stderr.contains("there is no file"), "{run}");
    let run = world
        .guild("migrate --data one --database other.sqlite --archives moved")
        .fails(2);
    assert!(
        run.stderr
            .contains("hint: write it like `--database postgres://"),
        "{run}"
    );
    assert!(!world.path("project/other.sqlite").exists());
    std::fs::remove_file(world.path("project/one/log.key")).unwrap();
    let run = world.guild("fsck --data one").fails(1);
    assert!(run.stdout.contains("LOG_KEY  log key: "), "{run}");
    let run = world
        .guild("export site --data one --base-url https://skills.example.org")
        .fails(2);
    assert!(run.stderr.contains("one/log.key should hold it"), "{run}");
}

/// Far longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks a server once, and gives the status and the text of its answer.
fn ask(url: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    let mut answer = agent.get(url).call().unwrap();
    let text = answer.body_mut().read_to_vec().unwrap();
    let text = String::from_utf8_lossy(&text).into_owned();
    (answer.status().as_u16(), text)
}

/// How many requests a server has answered from memory.
fn answered_from_memory(server: &str) -> u64 {
    let (_, metrics) = ask(&format!("{server}/metrics"));
    let mut lines = metrics.lines();
    let hits = lines.find_map(|line| line.strip_prefix("guild_cache_hits_total "));
    hits.unwrap_or_else(|| panic!("{metrics}")).parse().unwrap()
}

/// A server on a database and a bucket that others use too.
fn node(world: &World, name: &str, database: &str, bucket: &str) -> (Child, String) {
    let line = format!(
        "serve --listen 127.0.0.1:0 --data {name} --database {database} --archives s3://{bucket}/team --log-key one/log.key"
    );
    let mut command = world.command(&line);
    command.envs(s3::variables(&s3::moto().address));
    command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let url = address(&mut child);
    (child, url)
}

#[test]
fn a_folder_becomes_two_nodes_on_postgresql_and_a_bucket_and_outlives_one_of_them_and_a_restart() {
    let world = World::alone();
    let mut server = world.start("serve --listen 127.0.0.1:0 --data one");
    address(&mut server);
    end(server);
    let database = postgres::private();
    let (url, bucket) = (database.url(), s3::moto().bucket());
    let line = format!("migrate --data one --database {url} --archives s3://{bucket}/team");
    let mut migrate = world.command(&line);
    migrate.envs(s3::variables(&s3::moto().address));
    let run = world.run(&mut migrate).ok();
    assert!(
        run.stdout.starts_with("Moved: ") && run.stderr.contains("on any number of nodes"),
        "{run}"
    );

    let (first, _) = node(&world, "first", &url, &bucket);
    let (second, second_url) = node(&world, "second", &url, &bucket);
    end(first);
    let shown = world.guild(&format!("install adr-writer --catalog {second_url}"));
    shown.ok();

    let page = format!("{second_url}/skills/adr-writer");
    let archive = format!("{page}/adr-writer.zip");
    let read = [&page, &archive].map(|url| ask(url));
    database.stop();
    let before = answered_from_memory(&second_url);
    let again = [&page, &archive].map(|url| ask(url));
    assert!(again == read && again.iter().all(|(status, _)| *status == 200));
    let from_memory = answered_from_memory(&second_url) - before;
    assert_eq!(from_memory, 2, "what was read is in memory");
    let other = format!("{second_url}/api/skills/test-generator");
    assert_eq!(ask(&other).0, 503);
    database.start_again();
    let began = Instant::now();
    while ask(&other).0 != 200 {
        assert!(began.elapsed() < PATIENCE, "it recovers");
    }
    end(second);
}
