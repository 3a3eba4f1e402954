//! A catalog that is not there, is none, or means ill.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use guild_skill::archive::{self, Layout};
use guild_skill::{Digest, FileSet, SkillName};
use insta::assert_snapshot;

use crate::world::{Run, World, files};

/// Serves canned answers, one a connection, by the path that is asked for.
pub(crate) fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let length = stream.read(&mut head).unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..length]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or("").to_owned();
            // A client that has gone is what some of the tests are about.
            let _ = stream.write_all(&answer(&path));
        }
    });
    url
}

pub(crate) fn http(status: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// A release of `greeter` as a catalog describes it, with a place to lie.
fn record(name: &str, digest: &Digest, files: &FileSet, size: usize) -> Vec<u8> {
    let release = serde_json::json!({
        "skill": name, "version": "1.0.0", "digest": digest, "rootDigest": digest,
        "treeDigest": files.tree_digest(), "sizeBytes": size, "fileCount": 1,
        "publishedAt": "2026-03-01T00:00:00Z", "isYanked": false,
    });
    http("200 OK", "application/json", release.to_string().as_bytes())
}

fn greeter() -> (FileSet, Vec<u8>) {
    let files = files("greeter", "1.0.0", &[]);
    let name = SkillName::parse("greeter").unwrap();
    let bytes = archive::write(&files, Layout::Wrapped(&name));
    (files, bytes)
}

fn install_from(world: &World, url: &str) -> Run {
    let mut run = world.guild(&format!("install greeter@1.0.0 --catalog {url}"));
    let host = url.trim_start_matches("http://");
    run.stderr = run.stderr.replace(url, "[EVIL]").replace(host, "[HOST]");
    assert_eq!(world.visible(&world.skills()), [""; 0], "{run}");
    run
}

#[test]
fn an_unreachable_catalog_is_named_with_its_host_and_the_cause() {
    let world = World::alone();
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    assert_snapshot!(install_from(&world, &format!("http://{closed}")), @r#"
        exit 2
        stderr:
        error: could not reach the catalog at [EVIL]
          cause: [HOST] refuses connections: is a catalog running there?
        hint: check the address: `--catalog URL`, `GUILD_CATALOG`, or `catalog` in the settings file
    "#);
    // How long a lookup takes and how it fails is the system's business.
    let run = world
        .guild("search x --catalog http://no-such-host.invalid")
        .fails(2);
    assert!(run.stderr.contains("no-such-host.invalid"), "{run}");
    assert!(run.stderr.contains("  cause: "), "{run}");
    assert_snapshot!(world.guild("search x --catalog ftp://host"), @r#"
        exit 2
        stderr:
        error: `ftp://host` is not the address of a catalog
          cause: `ftp` is not `http` or `https`
        hint: write it like `--catalog http://127.0.0.1:8484`
    "#);
}

#[test]
fn a_redirect_is_followed_and_a_dead_host_behind_it_is_the_one_that_is_named() {
    let world = World::alone();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let dead = format!("127.0.0.1:{}", closed.local_addr().unwrap().port());
    drop(closed);
    let location = format!("http://{dead}/x");
    let lost = serve(move |_| sent_to(&location));
    let run = install_from(&world, &lost).fails(2);
    let cause = format!("cause: {dead} refuses connections");
    assert!(run.stderr.contains(&cause), "{run}");
    assert!(run.stderr.contains("([HOST] sends us there)"), "{run}");
    let round = serve(sent_to);
    let run = install_from(&world, &round).fails(2);
    assert!(run.stderr.contains("[HOST] sends us on and on"), "{run}");
    let nowhere = serve(|_| sent_to("mailto:catalog@example.org"));
    let run = install_from(&world, &nowhere).fails(2);
    assert!(run.stderr.contains("what is no web address"), "{run}");
}

#[test]
fn a_catalog_that_has_moved_is_asked_where_it_is() {
    let world = World::new();
    let catalog = world.catalog().to_owned();
    let moved = serve(move |path| sent_to(&format!("{catalog}{path}")));
    let run = world
        .guild(&format!("install greeter --catalog {moved}"))
        .ok();
    assert!(run.stdout.contains("Installed greeter 1.0.0"), "{run}");
}

/// An answer that sends the client on.
fn sent_to(location: &str) -> Vec<u8> {
    http(
        "302 Found",
        &format!("text/html\r\nLocation: {location}"),
        b"",
    )
}

#[test]
fn the_catalog_of_nobody_s_choice_says_how_to_start_one() {
    let world = World::alone();
    let mut command = world.command("search x");
    let run = world.run(command.env_remove("GUILD_CATALOG"));
    // Somebody may serve a catalog on this machine's usual port.
    if run.code != Some(0) {
        assert!(
            run.stderr
                .contains("hint: start a catalog with `guild serve`"),
            "{run}"
        );
    }
}

#[test]
fn a_page_where_json_is_due_is_no_catalog() {
    let world = World::alone();
    let html = serve(|_| http("200 OK", "text/html", b"<html>hello"));
    assert_snapshot!(install_from(&world, &html), @r#"
        exit 2
        stderr:
        error: what answers at [EVIL] is not a Guildhall catalog
          cause: asked for `/api/skills/greeter/releases/1.0.0`, it answered with text/html where JSON was due
        hint: name the address that `guild serve` printed: `--catalog URL` or `GUILD_CATALOG`
    "#);
    let html = serve(|_| http("404 Not Found", "text/html", b"<html>hello"));
    assert_snapshot!(install_from(&world, &html), @r#"
        exit 2
        stderr:
        error: what answers at [EVIL] is not a Guildhall catalog
          cause: asked for `/api/skills/greeter/releases/1.0.0`, it answered with text/html where JSON was due
        hint: name the address that `guild serve` printed: `--catalog URL` or `GUILD_CATALOG`
    "#);
}

#[test]
fn garbage_is_no_catalog() {
    let world = World::alone();
    let json = serve(|_| http("200 OK", "application/json", b"{\"hello\": 1}"));
    assert_snapshot!(install_from(&world, &json), @r#"
        exit 2
        stderr:
        error: what answers at [EVIL] is not a Guildhall catalog
          cause: asked for `/api/skills/greeter/releases/1.0.0`, its answer is not ours: missing field `skill` at line 1 column 12
        hint: name the address that `guild serve` printed: `--catalog URL` or `GUILD_CATALOG`
    "#);
    let noise = serve(|_| b"\x00\x01\x02 this is no HTTP\r\n\r\n".to_vec());
    install_from(&world, &noise).fails(2);
    let nothing = serve(|_| Vec::new());
    assert_snapshot!(install_from(&world, &nothing), @r#"
        exit 2
        stderr:
        error: the catalog at [EVIL] broke off
          cause: [HOST] closed the connection before its answer was whole
        hint: type the command again; if it stays so, tell whoever runs the catalog
    "#);
}

#[test]
fn the_code_of_an_error_is_passed_on() {
    let world = World::alone();
    let body = br#"{"error":{"code":"INTERNAL","message":"the disk is gone\u001b[31m"}}"#;
    let broken = serve(|_| http("500 Internal Server Error", "application/json", body));
    assert_snapshot!(install_from(&world, &broken), @r#"
        exit 2
        stderr:
        error: the catalog at [EVIL] answered 500 INTERNAL
          cause: the disk is gone\u{1b}[31m
        hint: try again later; if it stays so, tell whoever runs the catalog
    "#);
}

#[test]
fn an_endless_answer_is_cut_off() {
    let world = World::alone();
    let endless = serve(|_| {
        let body = vec![b' '; 9 << 20];
        http("200 OK", "application/json", &body)
    });
    assert_snapshot!(install_from(&world, &endless), @r#"
        exit 2
        stderr:
        error: what answers at [EVIL] is not a Guildhall catalog
          cause: asked for `/api/skills/greeter/releases/1.0.0`, its answer is longer than 8 MiB
        hint: name the address that `guild serve` printed: `--catalog URL` or `GUILD_CATALOG`
    "#);
}

#[test]
fn an_answer_that_unpacks_without_end_is_cut_off() {
    let world = World::alone();
    let bomb = serve(|_| {
        // A gzip of one stored block of spaces, many times over.
        let mut block = vec![0, 0xff, 0xff, 0, 0];
        block.extend(vec![b' '; 0xffff]);
        let mut body = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
        body.extend(block.repeat(200));
        let kind = "application/json\r\nContent-Encoding: gzip";
        http("200 OK", kind, &body)
    });
    let run = install_from(&world, &bomb).fails(2);
    assert!(run.stderr.contains("longer than 8 MiB"), "{run}");
}

#[test]
fn a_catalog_that_never_answers_is_left() {
    let world = World::alone();
    // The connection is taken by the system, and nobody reads from it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let mut command = world.command(&format!("search x --catalog {url}"));
    let run = world.run(command.env("GUILD_TIMEOUT", "1")).fails(2);
    assert!(run.stderr.contains("did not answer in time"), "{run}");
}

#[test]
fn an_archive_that_is_not_the_one_of_the_record_is_refused() {
    let world = World::alone();
    let (files, bytes) = greeter();
    let digest = Digest::of(&bytes);
    let size = bytes.len();
    let mut changed = bytes;
    changed[40] ^= 1;
    let url = serve(move |path| match path.contains("/archives/") {
        true => http("200 OK", "application/zip", &changed),
        false => record("greeter", &digest, &files, size),
    });
    assert_snapshot!(install_from(&world, &url), @r#"
        exit 1
        stderr:
        refused: the archive at [EVIL]/api/archives/[DIGEST] is not the one that the catalog's record names
          cause: expected [DIGEST], and 253 bytes came with [DIGEST]
        hint: nothing was installed; try again, and if it stays so tell whoever runs the catalog: the archive was changed or cut short on the way
    "#);
}

#[test]
fn a_truncated_and_an_overlong_archive_are_refused() {
    let world = World::alone();
    for change in [
        |bytes: &mut Vec<u8>| bytes.truncate(100),
        |bytes: &mut Vec<u8>| bytes.extend([0; 100_000]),
    ] {
        let (files, mut bytes) = greeter();
        let digest = Digest::of(&bytes);
        let size = bytes.len();
        change(&mut bytes);
        let url = serve(move |path| match path.contains("/archives/") {
            true => http("200 OK", "application/zip", &bytes),
            false => record("greeter", &digest, &files, size),
        });
        install_from(&world, &url).fails(1);
    }
}

#[test]
fn a_connection_that_breaks_in_the_archive_is_said() {
    let world = World::alone();
    let (files, bytes) = greeter();
    let digest = Digest::of(&bytes);
    let url = serve(move |path| match path.contains("/archives/") {
        true => {
            let mut whole = http("200 OK", "application/zip", &bytes);
            whole.truncate(whole.len() - 50);
            whole
        }
        false => record("greeter", &digest, &files, bytes.len()),
    });
    assert_snapshot!(install_from(&world, &url), @r#"
        exit 2
        stderr:
        error: the catalog at [EVIL] broke off
          cause: [HOST] closed the connection before its answer was whole
        hint: type the command again; if it stays so, tell whoever runs the catalog
    "#);
}

#[test]
fn files_that_are_not_those_of_the_record_are_refused() {
    let world = World::alone();
    let (_, bytes) = greeter();
    let digest = Digest::of(&bytes);
    let others = files("greeter", "6.6.6", &[]);
    let url = serve(move |path| match path.contains("/archives/") {
        true => http("200 OK", "application/zip", &bytes),
        false => record("greeter", &digest, &others, bytes.len()),
    });
    assert_snapshot!(install_from(&world, &url), @r#"
        exit 1
        stderr:
        refused: the files of `greeter` 1.0.0 are not those that were recorded
          cause: expected the tree [DIGEST], found [DIGEST]
        hint: nothing was installed; tell whoever runs the catalog
    "#);
}

#[test]
fn an_archive_of_another_skill_is_refused() {
    let world = World::alone();
    let files = files("other", "1.0.0", &[]);
    let name = SkillName::parse("other").unwrap();
    let bytes = archive::write(&files, Layout::Wrapped(&name));
    let digest = Digest::of(&bytes);
    let url = serve(move |path| match path.contains("/archives/") {
        true => http("200 OK", "application/zip", &bytes),
        false => record("greeter", &digest, &files, bytes.len()),
    });
    assert_snapshot!(install_from(&world, &url), @r#"
        exit 1
        stderr:
        refused: the archive of `greeter` is not sound
          cause: its files stand in `other/`, not in `greeter/`
        hint: nothing was installed; tell whoever published the skill
    "#);
    let (files, bytes) = greeter();
    let digest = Digest::of(&bytes);
    let url = serve(move |_| record("../../etc", &digest, &files, bytes.len()));
    assert_snapshot!(install_from(&world, &url), @r#"
        exit 2
        stderr:
        error: the catalog at [EVIL] describes `greeter` in a way that makes no sense
          cause: it answered with the skill `../../etc`
        hint: nothing was installed; tell whoever runs the catalog
    "#);
}

#[test]
fn names_that_windows_cannot_hold_are_refused() {
    let world = World::alone();
    let (files, _) = greeter();
    for path in ["aux.md", "a:b.md", "dot.", "..\\up.md", "CON"] {
        let bytes = stored_zip(&[
            ("greeter/SKILL.md", b"x"),
            (&format!("greeter/{path}"), b"x"),
        ]);
        let digest = Digest::of(&bytes);
        let files = files.clone();
        let url = serve(move |asked| match asked.contains("/archives/") {
            true => http("200 OK", "application/zip", &bytes),
            false => record("greeter", &digest, &files, bytes.len()),
        });
        let run = install_from(&world, &url).fails(1);
        assert!(run.stderr.contains("is not sound"), "{path}: {run}");
        let stem = path
            .split(['.', ':', '\\'])
            .find(|part| !part.is_empty())
            .unwrap();
        assert!(run.stderr.contains(stem), "{path} is not named: {run}");
    }
}

/// Writes a zip of stored entries, whatever their names.
fn stored_zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = Vec::new();
    let mut central = Vec::new();
    for (name, bytes) in entries {
        let mut shared = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        shared.extend(crc32(bytes).to_le_bytes());
        shared.extend(
            [bytes.len() as u32, bytes.len() as u32]
                .map(u32::to_le_bytes)
                .concat(),
        );
        shared.extend((name.len() as u16).to_le_bytes());
        shared.extend([0, 0]);
        central.extend(b"PK\x01\x02\x14\x00");
        central.extend(&shared);
        central.extend([0; 10]);
        central.extend((zip.len() as u32).to_le_bytes());
        central.extend(name.as_bytes());
        zip.extend(b"PK\x03\x04");
        zip.extend(&shared);
        zip.extend(name.as_bytes());
        zip.extend(*bytes);
    }
    let start = zip.len() as u32;
    let count = entries.len() as u16;
    zip.extend(&central);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend([count, count].map(u16::to_le_bytes).concat());
    zip.extend([central.len() as u32, start].map(u32::to_le_bytes).concat());
    zip.extend([0, 0]);
    zip
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}
