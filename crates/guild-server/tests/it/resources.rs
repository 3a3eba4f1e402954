//! Single resources: their shapes, and what is answered when they are not there.

use insta::assert_json_snapshot;

use crate::world::World;

#[test]
fn a_skill_is_its_page_record_with_its_newest_release() {
    let world = World::of_samples();
    let answer = world.get("/api/skills/tea-maker");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let mut skill = answer.json();
    // The key of the log is another one in each world.
    let log = skill["latestRelease"]["log"].take();
    assert_eq!(log["index"], 1);
    let signature = skill["latestRelease"]["signature"].take();
    assert_eq!(signature["key"], log["key"]);
    assert_json_snapshot!(skill, @r#"
    {
      "name": "tea-maker",
      "pack": "developer-pack",
      "packLabel": "Developer pack",
      "kindLabel": "Skill",
      "updatedIndicator": "Updated 1 days ago",
      "updatedAt": "2026-11-20T00:00:00Z",
      "title": "Tea Maker",
      "summary": "Makes a cup of tea, from the pot to the pouring.",
      "whatItDoes": "Warms the pot, measures the leaves, and minds the time.",
      "whenToUse": [
        "Somebody is thirsty.",
        "Guests are expected within the hour."
      ],
      "hasCheckGlyphs": false,
      "whenNotToUse": [
        "It is hot outside: make a lemonade."
      ],
      "hasCrossGlyphs": false,
      "install": {
        "sentence": "Download `tea-maker.zip`, create the skills folder if it does not exist, and unzip the archive into it.",
        "shell": "mkdir -p {skills_folder}\nunzip tea-maker.zip -d {skills_folder}",
        "note": "Restart the assistant session. The skill `tea-maker` is then available.",
        "archivePath": "/skills/tea-maker/tea-maker.zip"
      },
      "skillMd": "---\nname: tea-maker\ndescription: Use when somebody wants a cup of tea, as in \"make me a tea\" or \"the kettle is on\".\nmetadata:\n  version: \"1.1.0\"\n---\n\n# Tea Maker\n\nWarm the pot, boil fresh water, wait four minutes, and pour.\n\n## Steps\n\n1. Warm the pot with a little hot water, and pour it away.\n2. Put in a spoon of leaves for each person.\n3. Pour the water over the leaves as soon as it boils.\n4. Wait four minutes, and pour the tea through a strainer.\n",
      "examplePrompts": [
        "Make me a tea.",
        "The kettle is on, what comes next?"
      ],
      "recentChanges": [
        {
          "date": "Nov 20, 2026",
          "text": "New skill for the afternoon."
        }
      ],
      "isDerived": false,
      "latestRelease": {
        "skill": "tea-maker",
        "version": "1.1.0",
        "digest": "sha256:d8dc459413ef15dfe0f8f6df8ed3d12dbc4c9bf35ea6be761de4256bbed17497",
        "rootDigest": "sha256:c23990dae65ceb1a52150cb1cd4ee4aa37c0f28172a0d74e3600b96230682088",
        "treeDigest": "sha256:79e051aba08294f8e4f9506fd281137030d805715cc76f5ea84ba7a4a10a393b",
        "sizeBytes": 1099,
        "fileCount": 4,
        "publishedAt": "2026-11-21T12:00:00Z",
        "isYanked": false,
        "yankReason": null,
        "publishedBy": null,
        "identity": null,
        "signature": null,
        "log": null
      },
      "rating": {
        "average": null,
        "count": 0
      },
      "downloadCount": 0,
      "starCount": 0,
      "recentDownloadCount": 0
    }
    "#);
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
    let mut release = world.get("/api/skills/tea-maker/releases/1.1.0").json();
    let log = release["log"].take();
    let entry = log["entry"].as_str().unwrap();
    assert!(
        entry.contains("RELEASE_PUBLISHED tea-maker 1.1.0"),
        "{entry}"
    );
    assert_eq!(release, releases["items"][0]);
    let files = world
        .get("/api/skills/tea-maker/releases/1.1.0/files")
        .json();
    assert_json_snapshot!(files, @r#"
    {
      "items": [
        {
          "path": "PAGE.md",
          "sizeBytes": 444,
          "digest": "sha256:799d8046654ebd815c9b28cf7939db48ec12905447c23d775561651cc6046c24",
          "isExecutable": false
        },
        {
          "path": "SKILL.md",
          "sizeBytes": 453,
          "digest": "sha256:ed830aafd41a2d05b6da8cc59926a473a75fe0d99c74d5688f63f6f6a6f32f25",
          "isExecutable": false
        },
        {
          "path": "assets/leaf.bin",
          "sizeBytes": 4,
          "digest": "sha256:b02a591131217cb579165aeccf0d94569acffb9934c84d6c813d77e3abedd233",
          "isExecutable": false
        },
        {
          "path": "references/water.html",
          "sizeBytes": 32,
          "digest": "sha256:0fe54a5cb02e26106c051eb742661fd15e6ff1d5a17d80e2649b3dc346e50579",
          "isExecutable": false
        }
      ],
      "page": 1,
      "pageSize": 20,
      "totalItems": 4,
      "totalPages": 1
    }
    "#);
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
fn a_version_that_is_none_is_that_of_no_release() {
    let world = World::of_samples();
    for version in ["one", "1.0", "v1.0.0", "000"] {
        let path = format!("/api/skills/tea-maker/releases/{version}");
        assert_eq!(world.get(&path).error(), "404 RELEASE_NOT_FOUND", "{path}");
    }
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
        "/api/archives/sha256:abc",
        "/api/archives/md5:d41d8cd98f00b204e9800998ecf8427e",
    ] {
        assert_eq!(world.get(path).error(), "400 MALFORMED_PATH", "{path}");
    }
    assert_json_snapshot!(world.get("/api/skills/Tea").json(), @r#"
    {
      "error": {
        "code": "MALFORMED_PATH",
        "message": "the name holds `T`, which is not a lower-case letter, a digit or a hyphen"
      }
    }
    "#);
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
    for line in [
        "guild_database_connections{role=\"writer\",state=\"limit\"} 1",
        "guild_archive_memory_bytes 0",
        "# TYPE guild_search_lag_changes gauge",
    ] {
        let is_there = metrics.text().lines().any(|given| given == line);
        assert!(is_there, "{line}: {}", metrics.text());
    }
}

#[test]
fn a_task_is_matched_by_the_words_of_descriptions() {
    let world = World::of_developer_pack();
    let found = world
        .get("/api/matches?task=record%20this%20decision&pageSize=1")
        .json();
    assert_eq!(found["items"][0]["name"], "adr-writer");
    assert_eq!(
        found["items"][0]["phrases"],
        serde_json::json!(["record this decision"])
    );
    assert!(found["totalItems"].as_u64().unwrap() >= 1);
    let none = world.get("/api/matches").json();
    assert_eq!(none["totalItems"], 0);
    let long = world.get(&format!("/api/matches?task={}", "a".repeat(2001)));
    assert_eq!(long.error(), "422 PARAMETER_OUT_OF_RANGE");
}

#[test]
fn a_task_is_matched_in_a_large_catalog_too() {
    let world = World::of_developer_pack();
    for number in 0..300 {
        let name = format!("filler-{number}");
        let skill_md = format!(
            "---\nname: {name}\ndescription: Use when number {number} is meant.\n---\n\n# Filler\n"
        );
        world.publish(&name, &[("SKILL.md", skill_md.as_bytes())]);
    }
    let found = world.get("/api/matches?task=supersede%20ADR%207").json();
    assert_eq!(found["items"][0]["name"], "adr-writer");
}
