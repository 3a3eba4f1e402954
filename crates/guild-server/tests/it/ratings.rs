//! Ratings, downloads and reports over HTTP, and on the pages that show them.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::people::{Person, send, with_token};
use crate::publishing::code;
use crate::world::World;

const RATINGS: &str = "/api/skills/adr-writer/ratings";

/// Sends JSON with a token.
fn by_token(world: &World, token: &str, method: &str, path: &str, body: &Value) -> Answer {
    let authorization = format!("Bearer {token}");
    send(
        world,
        method,
        path,
        &[("authorization", &authorization)],
        body,
    )
}

fn keep(world: &World) {
    world.with_catalog(async |catalog| catalog.keep_downloads().await.unwrap());
}

fn downloads(world: &World) -> u64 {
    keep(world);
    let name = guild_skill::SkillName::parse("adr-writer").unwrap();
    let entry = world.with_catalog(async |catalog| catalog.skill(&name).await.unwrap());
    entry.unwrap().opinion.download_count
}

#[test]
fn a_whole_number_may_be_written_with_its_point() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let token = anna
        .invited(&world, "bruno")
        .token(&world, &["ratings:write"]);
    let half = by_token(&world, &token, "POST", RATINGS, &json!({"stars": 4.5}));
    assert_eq!((half.status, code(&half).as_str()), (422, "INVALID_BODY"));
    let whole = by_token(&world, &token, "POST", RATINGS, &json!({"stars": 4.0}));
    assert_eq!(whole.status, 201, "{}", whole.text());
    assert_eq!(whole.json()["stars"], 4);
}

#[test]
fn a_rating_is_given_changed_hidden_and_withdrawn() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let token = bruno.token(&world, &["ratings:write"]);
    let given = by_token(
        &world,
        &token,
        "POST",
        RATINGS,
        &json!({"stars": 2, "text": "Long."}),
    );
    assert_eq!(given.status, 201, "{}", given.text());
    let path = given.header("location").unwrap().to_owned();
    assert_eq!(
        path,
        format!("{RATINGS}/{}", given.json()["id"].as_str().unwrap())
    );
    let skill = world.get("/api/skills/adr-writer").json();
    assert_eq!(skill["rating"], json!({"average": 2.0, "count": 1}));
    let twice = by_token(&world, &token, "POST", RATINGS, &json!({"stars": 5}));
    assert_eq!(
        (twice.status, code(&twice).as_str()),
        (409, "RATING_EXISTS")
    );
    let changed = by_token(&world, &token, "PATCH", &path, &json!({"stars": 4}));
    assert_eq!(
        (changed.status, changed.json()["text"].as_str()),
        (200, Some("Long."))
    );
    let list = world.get("/api/skills?sort=RATING").json();
    assert_eq!(list["items"][0]["name"], "adr-writer");
    assert_eq!(list["items"][0]["rating"]["average"], 4.0);
    let hiding = json!({"isHidden": true, "hiddenReason": "It names a person."});
    let theirs = by_token(&world, &token, "PATCH", &path, &hiding);
    assert_eq!((theirs.status, code(&theirs).as_str()), (403, "FORBIDDEN"));
    assert_eq!(anna.send(&world, "PATCH", &path, &hiding).status, 200);
    assert_eq!(world.get(RATINGS).json()["totalItems"], 0);
    let own = with_token(&world, &token, "GET", RATINGS).json();
    assert_eq!(own["items"][0]["hiddenReason"], "It names a person.");
    let not_hers = anna.send(&world, "DELETE", &path, &json!({}));
    assert_eq!(
        (not_hers.status, code(&not_hers).as_str()),
        (403, "FORBIDDEN")
    );
    assert_eq!(with_token(&world, &token, "DELETE", &path).status, 204);
    let gone = with_token(&world, &token, "DELETE", &path);
    assert_eq!(
        (gone.status, code(&gone).as_str()),
        (404, "RATING_NOT_FOUND")
    );
}

#[test]
fn who_may_not_rate_is_told_why() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let stars = json!({"stars": 5});
    let nobody = send(&world, "POST", RATINGS, &[], &stars);
    assert_eq!(
        (nobody.status, code(&nobody).as_str()),
        (401, "UNAUTHENTICATED")
    );
    let token = anna.token(&world, &["skills:publish", "skills:yank", "admin"]);
    let scopeless = by_token(&world, &token, "POST", RATINGS, &stars);
    assert_eq!(
        (scopeless.status, code(&scopeless).as_str()),
        (403, "FORBIDDEN")
    );
    let token = anna.token(&world, &["ratings:write"]);
    let of = |path: &str, body: &Value| {
        let answer = by_token(&world, &token, "POST", path, body);
        (answer.status, code(&answer))
    };
    let invalid = (422, "INVALID_BODY".to_owned());
    for body in [
        json!({"stars": 0}),
        json!({"stars": 6}),
        json!({"stars": "5"}),
        json!({}),
        json!({"stars": 5, "text": "a\u{202e}b"}),
        json!({"stars": 5, "text": "a".repeat(2001)}),
        json!({"stars": 5, "account": "bruno"}),
    ] {
        assert_eq!(of(RATINGS, &body), invalid, "{body}");
    }
    let missing = (404, "SKILL_NOT_FOUND".to_owned());
    assert_eq!(of("/api/skills/no-such-skill/ratings", &stars), missing);
    let missing = (404, "RATING_NOT_FOUND".to_owned());
    let path = format!("{RATINGS}/%00");
    let answer = by_token(&world, &token, "PATCH", &path, &stars);
    assert_eq!((answer.status, code(&answer)), missing);
}

#[test]
fn people_rate_with_a_form_that_no_other_site_can_send() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let page = "/skills/adr-writer";
    assert!(world.get(page).text().contains("to rate it."));
    assert!(bruno.get(&world, page).text().contains("Rate it</button>"));
    let form = "/skills/adr-writer/ratings";
    let hostile = "stars=1&text=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%3E%3Cimg+src%3Dx+onerror%3Dalert(2)%3E";
    let forged = bruno.submit_as_it_is(&world, form, hostile);
    assert_eq!(forged.status, 403, "{}", forged.text());
    let sent = bruno.submit(&world, form, hostile);
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert_eq!(sent.header("location"), Some("/skills/adr-writer#ratings"));
    for path in [page, form] {
        for shown in [
            world.get(path),
            bruno.get(&world, path),
            anna.get(&world, path),
        ] {
            assert!(!shown.text().contains("<script>alert"), "{path}");
            assert!(!shown.text().contains("<img src=x"), "{path}");
            assert!(shown.text().contains("&lt;script&gt;alert(1)"), "{path}");
        }
    }
    assert_eq!(bruno.submit(&world, form, "stars=5&text=Good.").status, 303);
    let shown = world.get(page);
    assert!(
        shown.text().contains("5.0 of 5 from 1 rating"),
        "{}",
        shown.text()
    );
    let list = world.get(RATINGS).json();
    let id = list["items"][0]["id"].as_str().unwrap().to_owned();
    let hiding = format!("{form}/{id}/hiding");
    assert_eq!(bruno.submit(&world, &hiding, "reason=No.").status, 403);
    assert_eq!(
        anna.submit(&world, &hiding, "reason=It+is+%3Cb%3Erude%3C%2Fb%3E.")
            .status,
        303
    );
    assert!(!world.get(page).text().contains("Good."));
    assert!(world.get(page).text().contains("1 rating is hidden"));
    let own = bruno.get(&world, page);
    assert!(
        own.text().contains("It is &#60;b&#62;rude") || own.text().contains("It is &lt;b&gt;rude")
    );
    assert_eq!(anna.submit(&world, &hiding, "undo=true").status, 303);
    assert!(world.get(page).text().contains("Good."));
    let removal = format!("{form}/{id}/removal");
    assert_eq!(anna.submit(&world, &removal, "").status, 403);
    assert_eq!(bruno.submit(&world, &removal, "").status, 303);
    assert!(world.get(page).text().contains("Nobody has rated it yet."));
}

#[test]
fn a_download_counts_once_and_looking_does_not() {
    let world = World::of_developer_pack();
    let archive = "/skills/adr-writer/adr-writer.zip";
    let head = world.request("HEAD", archive, &[]);
    assert_eq!(head.status, 200);
    let etag = head.header("etag").unwrap().to_owned();
    assert_eq!(
        world
            .request("GET", archive, &[("if-none-match", &etag)])
            .status,
        304
    );
    assert_eq!(
        world
            .request("GET", archive, &[("range", "bytes=0-0")])
            .status,
        206
    );
    assert_eq!(
        world
            .request("GET", archive, &[("range", "bytes=100-")])
            .status,
        206
    );
    world.get("/skills/adr-writer");
    assert_eq!(downloads(&world), 0);
    assert_eq!(world.get(archive).status, 200);
    assert_eq!(downloads(&world), 1);
    // The same address again, whatever way it takes.
    assert_eq!(world.get(archive).status, 200);
    assert_eq!(
        world
            .request("GET", archive, &[("range", "bytes=0-99")])
            .status,
        206
    );
    assert_eq!(
        world
            .get("/skills/adr-writer/releases/1.0.0/adr-writer.zip")
            .status,
        200
    );
    assert_eq!(downloads(&world), 1);
    let other = "/skills/test-generator/test-generator.zip";
    assert_eq!(
        world
            .request("GET", other, &[("range", "bytes=0-99")])
            .status,
        206
    );
    keep(&world);
    let list = world.get("/api/skills?sort=DOWNLOADS").json();
    let counts = [0, 1, 2].map(|place| list["items"][place]["downloadCount"].clone());
    assert_eq!(counts, [1, 1, 0]);
    assert_eq!(list["items"][0]["name"], "adr-writer");
}

fn report(verdict: &str, rules: &Value) -> Value {
    let rules = rules.as_array().unwrap();
    json!({
        "skill": "adr-writer", "version": "1.0.0", "check": "work", "verdict": verdict,
        "summary": {"files": 1, "errors": rules.len(), "warnings": 0, "notes": 0},
        "rules": rules,
    })
}

#[test]
fn what_became_of_work_with_a_release_stands_on_its_page() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["ratings:write"]);
    let page = "/skills/adr-writer/releases/1.0.0";
    assert!(world.get(page).text().contains("Nobody has told yet"));
    let order = json!([{"rule": "skill/name-form", "severity": "ERROR", "count": 1}]);
    for sent in [
        report("PASSED", &json!([])),
        report("PASSED", &json!([])),
        report("FAILED", &order),
    ] {
        let taken = by_token(&world, &token, "POST", "/api/reports", &sent);
        assert_eq!(taken.status, 201, "{}", taken.text());
        assert!(taken.json().get("sentBy").is_none());
    }
    let shown = world.get(page);
    assert!(
        shown.text().contains("3 reports: 2 passed, 1 failed."),
        "{}",
        shown.text()
    );
    assert!(shown.text().contains(
        "<a href=\"/rules/skill/name-form\"><code>skill/name-form</code></a> in 1 report"
    ));
    let list = world
        .get("/api/reports?skill=adr-writer&version=1.0.0&pageSize=2")
        .json();
    let shown = list["items"].as_array().unwrap().len();
    assert_eq!((&list["totalItems"], shown), (&json!(3), 2));
}

#[test]
fn a_report_with_more_than_it_may_say_is_refused() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["ratings:write"]);
    let good = report("PASSED", &json!([]));
    let nobody = send(&world, "POST", "/api/reports", &[], &good);
    assert_eq!(nobody.status, 401);
    let publishing = anna.token(&world, &["skills:publish"]);
    let scopeless = by_token(&world, &publishing, "POST", "/api/reports", &good);
    assert_eq!(scopeless.status, 403);
    let spoilt = |field: &str, value: Value| {
        let mut report = good.clone();
        report[field] = value;
        let answer = by_token(&world, &token, "POST", "/api/reports", &report);
        (answer.status, code(&answer))
    };
    let invalid = (422, "INVALID_BODY".to_owned());
    assert_eq!(spoilt("findings", json!([{"path": "secret.md"}])), invalid);
    assert_eq!(spoilt("check", json!("<b>")), invalid);
    assert_eq!(spoilt("version", json!("1.0.0\u{0}")), invalid);
    assert_eq!(spoilt("verdict", json!("GOOD")), invalid);
    let script = json!([{"rule": "docs/<script>", "severity": "ERROR", "count": 1}]);
    assert_eq!(spoilt("rules", script), invalid);
    assert_eq!(
        spoilt("version", json!("9.0.0")),
        (404, "RELEASE_NOT_FOUND".to_owned())
    );
    let long = json!({"skill": "a".repeat(70_000)});
    let answer = by_token(&world, &token, "POST", "/api/reports", &long);
    assert_eq!(
        (answer.status, code(&answer).as_str()),
        (413, "BODY_TOO_LARGE")
    );
}
