//! Archives: by name, by digest, in parts.

use guild_skill::Digest;

use crate::world::World;

const ZIP: &str = "/skills/tea-maker/tea-maker.zip";

#[test]
fn an_archive_is_what_its_digest_says() {
    let world = World::of_samples();
    let skill = world.get("/api/skills/tea-maker").json();
    let digest = skill["latestRelease"]["digest"].as_str().unwrap();
    let by_name = world.get(ZIP);
    let by_digest = world.get(&format!("/api/archives/{digest}"));
    assert_eq!(Digest::of(&by_name.body).as_str(), digest);
    assert_eq!(by_name.body, by_digest.body);
    assert_eq!(by_name.header("content-type"), Some("application/zip"));
    assert_eq!(by_name.header("cache-control"), Some("no-cache"));
    assert_eq!(
        by_digest.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(
        by_name.header("content-disposition"),
        Some("attachment; filename=\"tea-maker.zip\"")
    );
}

#[test]
fn the_other_layout_is_served_by_its_digest() {
    let world = World::of_samples();
    let skill = world.get("/api/skills/tea-maker").json();
    let digest = skill["latestRelease"]["rootDigest"].as_str().unwrap();
    let archive = world.get(&format!("/api/archives/{digest}"));
    assert_eq!(Digest::of(&archive.body).as_str(), digest);
}

#[test]
fn an_older_release_is_served_by_its_version() {
    let world = World::of_samples();
    let release = world.get("/api/skills/tea-maker/releases/1.0.0").json();
    let archive = world.get("/skills/tea-maker/releases/1.0.0/tea-maker.zip");
    assert_eq!(Digest::of(&archive.body).as_str(), release["digest"]);
    assert_ne!(archive.body, world.get(ZIP).body);
}

#[test]
fn a_part_is_given_when_it_is_asked_for() {
    let world = World::of_samples();
    let whole = world.get(ZIP);
    let length = whole.body.len();
    assert_eq!(whole.header("accept-ranges"), Some("bytes"));
    for (range, expected) in [
        ("bytes=0-3", 0..4),
        ("bytes=4-", 4..length),
        ("bytes=-5", length - 5..length),
        ("bytes=2-999999999", 2..length),
    ] {
        let part = world.request("GET", ZIP, &[("range", range)]);
        assert_eq!(part.status, 206, "{range}");
        let place = format!("bytes {}-{}/{length}", expected.start, expected.end - 1);
        assert_eq!(part.header("content-range"), Some(place.as_str()));
        assert_eq!(part.body, whole.body[expected], "{range}");
    }
}

#[test]
fn a_part_behind_the_end_is_416() {
    let world = World::of_samples();
    let length = world.get(ZIP).body.len();
    let answer = world.request("GET", ZIP, &[("range", "bytes=999999999-")]);
    assert_eq!(answer.error(), "416 RANGE_NOT_SATISFIABLE");
    let place = format!("bytes */{length}");
    assert_eq!(answer.header("content-range"), Some(place.as_str()));
}

#[test]
fn a_part_of_other_content_gives_the_whole() {
    let world = World::of_samples();
    let whole = world.get(ZIP);
    let etag = whole.header("etag").unwrap();
    let range = ("range", "bytes=0-3");
    let same = world.request("GET", ZIP, &[range, ("if-range", etag)]);
    assert_eq!(same.status, 206);
    for condition in [
        "\"other\"",
        &format!("W/{etag}"),
        "Fri, 20 Nov 2026 00:00:00 GMT",
    ] {
        let other = world.request("GET", ZIP, &[range, ("if-range", condition)]);
        assert_eq!(
            (other.status, other.body.len()),
            (200, whole.body.len()),
            "{condition}"
        );
    }
    for ignored in ["bytes=0-1,3-4", "lines=0-3", "bytes=x"] {
        let answer = world.request("GET", ZIP, &[("range", ignored)]);
        assert_eq!(answer.status, 200, "{ignored}");
    }
}

#[test]
fn a_part_is_given_of_what_no_one_asked_for_before() {
    let world = World::of_samples();
    let part = world.request("GET", ZIP, &[("range", "bytes=0-3")]);
    assert_eq!(
        (part.status, part.body.as_slice()),
        (206, b"PK\x03\x04".as_slice())
    );
    assert!(world.get(ZIP).body.len() > 4);
}

#[test]
fn a_damaged_archive_is_not_given_out_and_the_answer_keeps_quiet() {
    let world = World::of_samples();
    world.damage_archives();
    let answer = world.get(ZIP);
    assert_eq!(answer.error(), "500 INTERNAL_ERROR");
    assert!(!answer.text().contains("sha256:"), "{}", answer.text());
    assert_eq!(world.get("/api/skills/tea-maker").status, 200);
}
