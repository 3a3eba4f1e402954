//! Invitations over the API.

use serde_json::{Value, json};

use crate::people::{PASSWORD, Person, send, with_token};
use crate::publishing::code;
use crate::world::World;

const INVITATIONS: &str = "/api/invitations";

#[test]
fn an_admin_invites_lists_and_takes_back() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let wish = json!({"pack": "developer-pack"});
    let made = anna.send(&world, "POST", INVITATIONS, &wish);
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    let membership = json!({"pack": "developer-pack", "role": "MAINTAINER"});
    assert_eq!(made["invitation"]["membership"], membership);
    let secret = made["link"].as_str().unwrap().rsplit_once('/').unwrap().1;
    let token = anna.token(&world, &["admin"]);
    let list = with_token(&world, &token, "GET", INVITATIONS);
    assert_eq!(list.json()["totalItems"], 1);
    assert!(!list.text().contains(secret), "{}", list.text());
    let account = json!({"name": "bruno", "password": PASSWORD, "invitation": secret});
    assert_eq!(
        send(&world, "POST", "/api/accounts", &[], &account).status,
        201
    );
    let lost = anna
        .send(&world, "POST", INVITATIONS, &json!({"account": "bruno"}))
        .json();
    let path = format!(
        "{INVITATIONS}/{}",
        lost["invitation"]["id"].as_str().unwrap()
    );
    assert_eq!(anna.send(&world, "DELETE", &path, &json!({})).status, 204);
    let gone = anna.send(&world, "DELETE", &path, &json!({}));
    assert_eq!(
        (gone.status, code(&gone).as_str()),
        (404, "INVITATION_NOT_FOUND")
    );
    assert_eq!(
        with_token(&world, &token, "GET", INVITATIONS).json()["totalItems"],
        0
    );
}

#[test]
fn nobody_else_invites() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let nothing = json!({});
    assert_eq!(send(&world, "POST", INVITATIONS, &[], &nothing).status, 401);
    assert_eq!(
        bruno.send(&world, "POST", INVITATIONS, &nothing).status,
        403
    );
    assert_eq!(
        bruno
            .send(&world, "DELETE", "/api/invitations/00", &nothing)
            .status,
        403
    );
    let headers = [("cookie", bruno.cookie.as_str())];
    assert_eq!(world.request("GET", INVITATIONS, &headers).status, 403);
    let token = anna.token(&world, &["admin"]);
    let bearer = format!("Bearer {token}");
    let by_token = send(
        &world,
        "POST",
        INVITATIONS,
        &[("authorization", &bearer)],
        &nothing,
    );
    assert_eq!(
        (by_token.status, code(&by_token).as_str()),
        (403, "FORBIDDEN")
    );
    let elsewhere = [
        ("cookie", anna.cookie.as_str()),
        ("sec-fetch-site", "cross-site"),
    ];
    let forged = send(&world, "POST", INVITATIONS, &elsewhere, &nothing);
    assert_eq!((forged.status, code(&forged).as_str()), (403, "CROSS_SITE"));
}

#[test]
fn an_invitation_of_what_is_no_name_or_not_there_is_refused() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let refused = |wish: Value| {
        let answer = anna.send(&world, "POST", INVITATIONS, &wish);
        (answer.status, code(&answer))
    };
    let invalid = (422, "INVALID_BODY".to_owned());
    for wish in [
        json!({"role": "KING"}),
        json!({"pack": "developer-pack", "role": "KING"}),
        json!({"pack": "Developer pack"}),
        json!({"account": "Anna"}),
        json!({"kind": "SET_UP"}),
    ] {
        assert_eq!(refused(wish.clone()), invalid, "{wish}");
    }
    let none = refused(json!({"pack": "no-such-pack"}));
    assert_eq!(none, (404, "PACK_NOT_FOUND".to_owned()));
    let none = refused(json!({"account": "nobody"}));
    assert_eq!(none, (404, "ACCOUNT_NOT_FOUND".to_owned()));
}
