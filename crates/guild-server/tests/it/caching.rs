//! What is kept: validators, encodings, and when kept answers end.

use std::io::Read as _;

use crate::world::{DAY_MS, World};

const SKILL: &str = "/api/skills/tea-maker";
const GZIP: (&str, &str) = ("accept-encoding", "gzip, br");

#[test]
fn what_is_of_the_moment_has_no_validator() {
    let world = World::empty();
    for path in ["/metrics", "/healthz", "/readyz"] {
        for method in ["GET", "HEAD"] {
            let answer = world.request(method, path, &[("if-none-match", "*")]);
            assert_eq!(answer.status, 200, "{method} {path}");
            assert_eq!(answer.header("etag"), None, "{method} {path}");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
        }
    }
}

#[test]
fn a_known_answer_is_304() {
    let world = World::of_samples();
    let first = world.get(SKILL);
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    assert_eq!(first.header("vary"), Some("accept-encoding"));
    let etag = first.header("etag").unwrap();
    for known in [etag, &format!("\"x\", W/{etag}"), "*"] {
        let second = world.request("GET", SKILL, &[("if-none-match", known)]);
        assert_eq!(second.status, 304, "{known}");
        assert_eq!(second.header("etag"), Some(etag));
        assert_eq!(second.header("content-type"), None);
    }
    let other = world.request("GET", SKILL, &[("if-none-match", "\"other\"")]);
    assert_eq!(other.status, 200);
}

#[test]
fn head_answers_as_get_without_the_body() {
    let world = World::of_samples();
    for path in [SKILL, "/skills/tea-maker/tea-maker.zip", "/", "/healthz"] {
        let get = world.get(path);
        for _ in 0..2 {
            let head = world.request("HEAD", path, &[]);
            assert_eq!(head.status, 200);
            assert_eq!(
                head.header("content-length"),
                get.header("content-length"),
                "{path}"
            );
            assert_eq!(head.header("etag"), get.header("etag"), "{path}");
        }
    }
    assert_eq!(
        world.request("HEAD", "/api/skills/no-such", &[]).status,
        404
    );
}

#[test]
fn text_is_compressed_for_those_who_accept_it() {
    let world = World::of_samples();
    let plain = world.get(SKILL);
    let zipped = world.request("GET", SKILL, &[GZIP]);
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert_ne!(zipped.header("etag"), plain.header("etag"));
    let mut text = Vec::new();
    let mut reader = flate2::read::GzDecoder::new(zipped.body.as_slice());
    reader.read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    let etag = zipped.header("etag").unwrap();
    let again = world.request("GET", SKILL, &[GZIP, ("if-none-match", etag)]);
    assert_eq!(again.status, 304);
}

#[test]
fn an_archive_is_not_compressed_again() {
    let world = World::of_samples();
    let archive = world.request("GET", "/skills/tea-maker/tea-maker.zip", &[GZIP]);
    assert_eq!(archive.header("content-encoding"), None);
    assert_eq!(archive.header("vary"), None);
}

#[test]
fn a_publish_ends_what_was_kept() {
    let world = World::of_samples();
    let etag = world.get(SKILL).header("etag").unwrap().to_owned();
    world.publish_tea("1.2.0");
    let answer = world.request("GET", SKILL, &[("if-none-match", &etag)]);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["latestRelease"]["version"], "1.2.0");
}

#[test]
fn midnight_makes_a_skill_a_day_older() {
    let world = World::of_samples();
    let age = |world: &World| world.get(SKILL).json()["updatedIndicator"].clone();
    assert_eq!(age(&world), "Updated 1 days ago");
    world.pass(DAY_MS);
    assert_eq!(age(&world), "Updated 2 days ago");
}

#[test]
fn errors_are_not_kept() {
    let world = World::empty();
    assert_eq!(world.get(SKILL).error(), "404 SKILL_NOT_FOUND");
    world.publish_tea("1.0.0");
    assert_eq!(world.get(SKILL).status, 200);
}
