//! Single resources: their shapes, and what is answered when they are not there.

use insta::assert_json_snapshot;

use crate::world::World;

#[test]
fn a_skill_is_its_page_record_with_its_newest_release() {
    let world = World::of_samples();
    let answer = world.get("/api/skills/tea-maker");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_json_snapshot!(answer.json(), @"");
}

#[test]
fn a_derived_record_says_so_and_invents_nothing() {
    let world = World::of_samples();
    let skill = world.get("/api/skills/bread-baker").json();
    assert_eq!(skill["isDerived"], true);
    assert_eq!(skill["whatItDoes"], serde_json::Value::Null);
}

#[test]
fn a_release_lists_its_files() {
    let world = World::of_samples();
    let releases = world.get("/api/skills/tea-maker/releases").json();
    assert_eq!(releases["items"][0]["version"], "1.1.0");
    assert_eq!(releases["items"][1]["version"], "1.0.0");
    let release = world.get("/api/skills/tea-maker/releases/1.1.0").json();
    assert_eq!(release, releases["items"][0]);
    let files = world
        .get("/api/skills/tea-maker/releases/1.1.0/files")
        .json();
    assert_json_snapshot!(files, @"");
}

#[test]
fn a_file_is_given_as_text_or_as_bytes_and_never_as_a_page() {
    let world = World::of_samples();
    let files = "/api/skills/tea-maker/releases/1.1.0/files";
    let text = world.get(&format!("{files}/references/water.html"));
    assert_eq!(
        text.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert!(text.text().starts_with("<script>"));
    let bytes = world.get(&format!("{files}/assets/leaf.bin"));
    assert_eq!(
        bytes.header("content-type"),
        Some("application/octet-stream")
    );
    assert_eq!(bytes.body, [0, 159, 146, 150]);
}

#[test]
fn what_is_not_there_is_404_with_what_is_missing() {
    let world = World::of_samples();
    for (path, expected) in [
        ("/api/packs/no-such", "PACK_NOT_FOUND"),
        ("/api/packs/no-such/skills", "PACK_NOT_FOUND"),
        ("/api/skills/no-such", "SKILL_NOT_FOUND"),
        ("/api/skills/no-such/releases", "SKILL_NOT_FOUND"),
        ("/api/skills/no-such/releases/1.0.0", "SKILL_NOT_FOUND"),
        ("/api/skills/tea-maker/releases/9.0.0", "RELEASE_NOT_FOUND"),
        (
            "/api/skills/tea-maker/releases/9.0.0/files",
            "RELEASE_NOT_FOUND",
        ),
        (
            "/api/skills/no-such/releases/1.0.0/files/SKILL.md",
            "SKILL_NOT_FOUND",
        ),
        (
            "/api/skills/tea-maker/releases/9.0.0/files/SKILL.md",
            "RELEASE_NOT_FOUND",
        ),
        (
            "/api/skills/tea-maker/releases/1.1.0/files/no.md",
            "FILE_NOT_FOUND",
        ),
        ("/skills/no-such/no-such.zip", "SKILL_NOT_FOUND"),
        ("/skills/tea-maker/other.zip", "ROUTE_NOT_FOUND"),
        (
            "/skills/tea-maker/releases/9.0.0/tea-maker.zip",
            "RELEASE_NOT_FOUND",
        ),
    ] {
        let answer = world.get(path);
        assert_eq!(answer.error(), format!("404 {expected}"), "{path}");
    }
    let digest = "0".repeat(64);
    let answer = world.get(&format!("/api/archives/sha256:{digest}"));
    assert_eq!(answer.error(), "404 ARCHIVE_NOT_FOUND");
}

#[test]
fn a_path_with_a_malformed_part_is_400() {
    let world = World::of_samples();
    for path in [
        "/api/packs/Developer%20pack",
        "/api/skills/Tea",
        "/api/skills/tea--maker",
        "/api/skills/tea%00maker",
        "/api/skills/%ff",
        "/api/skills/tea-maker/releases/one",
        "/api/skills/tea-maker/releases/1.0",
        "/api/archives/sha256:abc",
        "/api/archives/md5:d41d8cd98f00b204e9800998ecf8427e",
    ] {
        assert_eq!(world.get(path).error(), "400 MALFORMED_PATH", "{path}");
    }
    assert_json_snapshot!(world.get("/api/skills/Tea").json(), @"");
}

#[test]
fn the_server_tells_how_it_is() {
    let world = World::of_samples();
    assert_eq!(
        world.get("/healthz").json(),
        serde_json::json!({"isHealthy": true})
    );
    assert_eq!(
        world.get("/readyz").json(),
        serde_json::json!({"isReady": true})
    );
    assert_eq!(
        world.get("/readyz").header("cache-control"),
        Some("no-store")
    );
    world.get("/api/skills/tea-maker");
    world.get("/api/skills/tea-maker");
    let metrics = world.get("/metrics");
    let line = "guild_http_requests_total{route=\"/api/skills/{name}\",status=\"200\"} 2";
    assert!(
        metrics.text().lines().any(|given| given == line),
        "{}",
        metrics.text()
    );
}
