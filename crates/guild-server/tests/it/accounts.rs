//! Accounts, sessions, tokens and members over the API.

use serde_json::json;

use crate::people::{PASSWORD, Person, cookie, send, sign_in, with_token};
use crate::world::{DAY_MS, World};

#[test]
fn the_first_account_is_made_by_the_link_and_everybody_else_is_invited() {
    let world = World::of_samples();
    let body = json!({"name": "mallory", "password": PASSWORD});
    let closed = send(&world, "POST", "/api/accounts", &[], &body);
    assert_eq!(closed.error(), "403 SIGN_UP_CLOSED");
    let anna = Person::first(&world);
    assert!(anna.is_signed_in(&world));
    let again = json!({"name": "bruno", "password": PASSWORD, "invitation": "0".repeat(64)});
    let over = send(&world, "POST", "/api/accounts", &[], &again);
    assert_eq!(over.error(), "409 LINK_OVER");
    let bruno = anna.invited(&world, "bruno");
    assert!(bruno.is_signed_in(&world));
    let list = anna.send(&world, "GET", "/api/accounts", &json!({}));
    assert_eq!(list.json()["totalItems"], 2);
    let refused = bruno.send(&world, "GET", "/api/accounts", &json!({}));
    assert_eq!(refused.error(), "403 FORBIDDEN");
}

#[test]
fn signing_in_sets_a_strict_cookie_and_signing_out_ends_the_session() {
    let world = World::empty();
    Person::first(&world);
    let signed_in = sign_in(&world, "anna", PASSWORD);
    assert_eq!(signed_in.status, 201);
    let set = signed_in.header("set-cookie").unwrap();
    assert!(
        set.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"),
        "{set}"
    );
    assert_eq!(signed_in.header("cache-control"), Some("no-store"));
    let session = signed_in.json();
    assert_eq!(session["account"], "anna");
    assert_eq!(session["credential"], "SESSION");
    assert!(
        !signed_in.text().contains(&cookie(&signed_in)[14..]),
        "the body holds no secret"
    );
    let anna = Person {
        cookie: cookie(&signed_in),
    };
    let out = anna.send(&world, "DELETE", "/api/sessions/current", &json!({}));
    assert_eq!(out.status, 204);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert!(!anna.is_signed_in(&world));
    let nobody = world.get("/api/sessions/current");
    assert_eq!(nobody.error(), "401 UNAUTHENTICATED");
    assert_eq!(
        nobody.header("www-authenticate"),
        Some("Bearer realm=\"guildhall\"")
    );
}

#[test]
fn a_token_is_shown_once_and_good_for_its_scopes_alone() {
    let world = World::of_samples();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["skills:publish"]);
    let session = with_token(&world, &token, "GET", "/api/sessions/current").json();
    assert_eq!(session["credential"], "TOKEN");
    assert_eq!(session["scopes"], json!(["skills:publish"]));
    let list = with_token(&world, &token, "GET", "/api/tokens");
    assert!(!list.text().contains(&token[4..]), "never again");
    assert_eq!(list.json()["items"][0]["label"], "a job");
    let log = with_token(&world, &token, "GET", "/api/audit-entries");
    assert_eq!(log.error(), "403 FORBIDDEN", "wrong scope");
    let headers = [("authorization", format!("Bearer {token}"))];
    let headers = headers
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let more = send(
        &world,
        "POST",
        "/api/tokens",
        &headers,
        &json!({"label": "x", "scopes": []}),
    );
    assert_eq!(more.error(), "403 FORBIDDEN", "a token makes no others");
}

#[test]
fn a_token_that_is_over_taken_back_or_made_up_is_none() {
    let world = World::empty();
    let anna = Person::first(&world);
    let short = json!({"label": "short", "scopes": [], "expiresInDays": 1});
    let short = anna.send(&world, "POST", "/api/tokens", &short).json();
    let short = short["secret"].as_str().unwrap();
    let lasting = anna.token(&world, &["admin"]);
    let ask = |token: &str| with_token(&world, token, "GET", "/api/sessions/current").status;
    assert_eq!((ask(short), ask(&lasting)), (200, 200));
    world.pass(DAY_MS);
    assert_eq!((ask(short), ask(&lasting)), (401, 200));
    let id = with_token(&world, &lasting, "GET", "/api/sessions/current").json();
    let path = format!("/api/tokens/{}", id["id"].as_str().unwrap());
    assert_eq!(with_token(&world, &lasting, "DELETE", &path).status, 204);
    assert_eq!(ask(&lasting), 401, "it took itself back");
    for made_up in [
        "",
        "gld_",
        "gld_0000",
        "Basic",
        &"x".repeat(5000),
        &lasting[..52],
    ] {
        assert_eq!(ask(made_up), 401, "{made_up}");
    }
    let gone = anna.send(&world, "DELETE", &path, &json!({}));
    assert_eq!(gone.error(), "404 TOKEN_NOT_FOUND");
}

#[test]
fn owners_decide_who_is_a_member_of_a_pack() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let members = "/api/packs/developer-pack/members";
    let path = |name: &str| format!("{members}/{name}");
    let owner = json!({"role": "OWNER"});
    let refused = bruno.send(&world, "PUT", &path("bruno"), &owner);
    assert_eq!(refused.error(), "403 FORBIDDEN");
    assert_eq!(anna.send(&world, "PUT", &path("bruno"), &owner).status, 200);
    let last = bruno.send(
        &world,
        "PUT",
        &path("bruno"),
        &json!({"role": "MAINTAINER"}),
    );
    assert_eq!(last.error(), "409 LAST_OWNER");
    let nobody = bruno.send(&world, "PUT", &path("nobody"), &owner);
    assert_eq!(nobody.error(), "404 ACCOUNT_NOT_FOUND");
    assert_eq!(bruno.send(&world, "PUT", &path("anna"), &owner).status, 200);
    let list = bruno.send(&world, "GET", members, &json!({})).json();
    assert_eq!(list["items"][0]["account"], "anna");
    assert_eq!(list["totalItems"], 2);
    assert_eq!(
        bruno
            .send(&world, "DELETE", &path("bruno"), &json!({}))
            .status,
        204
    );
    let gone = anna.send(&world, "DELETE", &path("bruno"), &json!({}));
    assert_eq!(gone.error(), "404 MEMBER_NOT_FOUND");
    assert_eq!(world.get(members).error(), "401 UNAUTHENTICATED");
}

#[test]
fn what_is_no_body_is_refused_without_repeating_it() {
    let world = World::empty();
    let secret = "hunter2hunter2";
    for (body, kind, wanted) in [
        ("", "application/json", "400 MALFORMED_BODY"),
        ("{", "application/json", "400 MALFORMED_BODY"),
        (
            "{\"name\": \"anna\"}",
            "application/json",
            "422 INVALID_BODY",
        ),
        (
            "{\"name\": \"anna\", \"password\": [\"hunter2hunter2\"]}",
            "application/json",
            "422 INVALID_BODY",
        ),
        (
            "[\"hunter2hunter2\"]",
            "application/json",
            "422 INVALID_BODY",
        ),
        (
            "{\"name\": \"anna\", \"password\": \"hunter2hunter2\"}",
            "text/plain",
            "400 MALFORMED_BODY",
        ),
        (
            "{\"name\": \"anna\", \"password\": \"hunter2hunter2\"}",
            "application/json",
            "401 SIGN_IN_REFUSED",
        ),
        (
            &"x".repeat(70_000),
            "application/json",
            "413 BODY_TOO_LARGE",
        ),
    ] {
        let answer = world.send("POST", "/api/sessions", &[("content-type", kind)], body);
        assert_eq!(answer.error(), wanted, "{body:.60}");
        assert!(!answer.text().contains(secret), "{}", answer.text());
    }
}

#[test]
fn the_log_tells_an_admin_who_did_what() {
    let world = World::empty();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["admin"]);
    let log = with_token(&world, &token, "GET", "/api/audit-entries").json();
    let actions = log["items"].as_array().unwrap().iter();
    let actions: Vec<_> = actions
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        ["TOKEN_CREATED", "ACCOUNT_CREATED", "INVITATION_CREATED"]
    );
    assert_eq!(log["items"][0]["account"], "anna");
    assert_eq!(log["items"][0]["credential"], "SESSION");
    assert!(!log.to_string().contains(&token[4..20]));
}
