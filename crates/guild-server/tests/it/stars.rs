//! Stars over HTTP, and on the page of a skill.

use serde_json::json;

use crate::people::{Person, send, with_token};
use crate::publishing::code;
use crate::world::World;

const STAR: &str = "/api/skills/adr-writer/star";

#[test]
fn a_star_is_given_and_taken_back_as_often_as_one_likes() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let token = bruno.token(&world, &["ratings:write"]);
    for _ in 0..2 {
        let starred = with_token(&world, &token, "PUT", STAR);
        assert_eq!(starred.status, 200, "{}", starred.text());
        assert_eq!(
            starred.json(),
            json!({"skill": "adr-writer", "account": "bruno", "starCount": 1})
        );
    }
    // By the session too, which is how a page of the catalog asks.
    assert_eq!(anna.send(&world, "PUT", STAR, &json!({})).status, 200);
    let skill = world.get("/api/skills/adr-writer").json();
    assert_eq!(skill["starCount"], 2);
    let list = world.get("/api/skills?sort=STARS").json();
    assert_eq!(list["items"][0]["name"], "adr-writer");
    assert_eq!(list["items"][0]["starCount"], 2);
    for _ in 0..2 {
        assert_eq!(with_token(&world, &token, "DELETE", STAR).status, 204);
    }
    assert_eq!(
        world.get("/api/skills/adr-writer").json()["starCount"],
        1,
        "what was kept of the answer is let go"
    );
}

#[test]
fn who_may_not_star_is_told_why() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let nobody = send(&world, "PUT", STAR, &[], &json!({}));
    assert_eq!(
        (nobody.status, code(&nobody).as_str()),
        (401, "UNAUTHENTICATED")
    );
    let token = anna.token(&world, &["skills:publish"]);
    for method in ["PUT", "DELETE"] {
        let scopeless = with_token(&world, &token, method, STAR);
        assert_eq!(
            (scopeless.status, code(&scopeless).as_str()),
            (403, "FORBIDDEN")
        );
    }
    let token = anna.token(&world, &["ratings:write"]);
    for (path, refusal) in [
        ("/api/skills/no-such-skill/star", (404, "SKILL_NOT_FOUND")),
        ("/api/skills/No%20Name/star", (400, "MALFORMED_PATH")),
        (
            "/api/skills/adr-writer/star?undo=1",
            (400, "UNKNOWN_PARAMETER"),
        ),
    ] {
        let answer = with_token(&world, &token, "PUT", path);
        assert_eq!((answer.status, code(&answer).as_str()), refusal, "{path}");
    }
}

#[test]
fn people_star_with_a_button_that_no_other_site_can_press() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let (page, form) = ("/skills/adr-writer", "/skills/adr-writer/star");
    assert!(!world.get(page).text().contains("Star it</button>"));
    assert!(bruno.get(&world, page).text().contains("Star it</button>"));
    let forged = bruno.submit_as_it_is(&world, form, "");
    assert_eq!(forged.status, 403, "{}", forged.text());
    let sent = bruno.submit(&world, form, "");
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert_eq!(sent.header("location"), Some("/skills/adr-writer#ratings"));
    assert!(world.get(page).text().contains("starred by 1"));
    assert!(
        bruno
            .get(&world, page)
            .text()
            .contains("Take your star back</button>")
    );
    assert!(anna.get(&world, page).text().contains("Star it</button>"));
    assert_eq!(bruno.submit(&world, form, "undo=true").status, 303);
    assert!(!world.get(page).text().contains("starred by"));
}
