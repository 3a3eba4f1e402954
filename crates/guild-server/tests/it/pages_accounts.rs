//! The pages of accounts, as people use them: by forms alone.

use crate::people::{PASSWORD, Person};
use crate::world::World;

const FORM: [(&str, &str); 1] = [("content-type", "application/x-www-form-urlencoded")];

fn encoded(text: &str) -> String {
    text.replace(' ', "+")
}

#[test]
fn the_first_person_sets_up_the_catalog_invites_and_the_invited_signs_in() {
    let world = World::of_developer_pack();
    let secret = world.with_catalog(async |catalog| catalog.set_up_secret().await.unwrap());
    let path = format!("/invitations/{}", secret.unwrap().reveal());
    let page = world.get(&path);
    assert!(page.text().contains("Make the first account"));
    let short = world.send("POST", &path, &FORM, "name=anna&password=short");
    assert_eq!(short.status, 422);
    assert!(short.text().contains("fewer than 10 characters"));
    assert!(
        short.text().contains("value=\"anna\""),
        "what was typed stays"
    );
    let fields = format!("name=anna&password={}", encoded(PASSWORD));
    let made = world.send("POST", &path, &FORM, &fields);
    assert_eq!(
        (made.status, made.header("location")),
        (303, Some("/account"))
    );
    let over = world.get(&path);
    assert_eq!(over.status, 404, "the link is over");
    assert!(over.text().contains("Ask whoever gave it to you"));
    let anna = Person::again(&world, "anna");
    let bruno = anna.invited(&world, "bruno");
    assert!(bruno.get(&world, "/account").text().contains(">bruno</h1>"));
    let wrong = world.send("POST", "/sign-in", &FORM, "name=bruno&password=wrong");
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("the name or the password is wrong"));
    let fields = format!("name=bruno&password={}&next=/search", encoded(PASSWORD));
    let signed_in = world.send("POST", "/sign-in", &FORM, &fields);
    assert_eq!(
        (signed_in.status, signed_in.header("location")),
        (303, Some("/search"))
    );
    let out = bruno.submit(&world, "/sign-out", "");
    assert_eq!(out.status, 303);
    assert!(!bruno.is_signed_in(&world));
}

#[test]
fn whoever_is_not_signed_in_is_shown_where_to_and_only_an_admin_sees_the_rest() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let own = [
        "/account",
        "/account/tokens",
        "/packs/developer-pack/members",
        "/packs/developer-pack/publishers",
    ];
    let admin = ["/admin/accounts", "/admin/invitations", "/admin/audit"];
    for path in own.into_iter().chain(admin) {
        let nobody = world.get(path);
        assert_eq!(nobody.status, 303, "{path}");
        assert!(
            nobody
                .header("location")
                .unwrap()
                .starts_with("/sign-in?next=")
        );
        assert_eq!(anna.get(&world, path).status, 200, "{path}");
    }
    for path in own {
        assert_eq!(bruno.get(&world, path).status, 200, "{path}");
    }
    for path in admin {
        assert_eq!(bruno.get(&world, path).status, 403, "{path}");
    }
    let change = bruno.submit(&world, "/admin/accounts/anna", "change=close");
    assert_eq!(change.error(), "403 FORBIDDEN");
}

#[test]
fn a_token_is_made_shown_once_and_taken_back() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let fields = "label=release+job&skills%3Apublish=true&pack=&days=90";
    let made = anna.submit(&world, "/account/tokens", fields);
    assert_eq!(made.status, 200);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let secret = made.text().split("class=\"secret\">").nth(1).unwrap();
    let secret = secret.split('<').next().unwrap();
    assert!(
        guild_skill::token::TokenText::parse(secret).is_ok(),
        "{secret}"
    );
    let list = anna.get(&world, "/account/tokens");
    assert!(list.text().contains("release job"));
    assert!(!list.text().contains(secret));
    let removal = list
        .text()
        .split("action=\"/account/tokens/")
        .nth(1)
        .unwrap();
    let path = format!("/account/tokens/{}", removal.split('"').next().unwrap());
    assert_eq!(anna.submit(&world, &path, "").status, 303);
    let asked = crate::people::with_token(&world, secret, "GET", "/api/sessions/current");
    assert_eq!(asked.status, 401);
    let empty = anna.submit(&world, "/account/tokens", "label=&days=90");
    assert_eq!(empty.status, 422);
    assert!(empty.text().contains("says what the token is for"));
}

#[test]
fn a_password_is_changed_and_a_lost_one_is_set_by_a_link() {
    let world = World::empty();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let elsewhere = Person::again(&world, "bruno");
    let fields = format!("current={}&new=a+new+and+better+one", encoded(PASSWORD));
    let changed = bruno.submit(&world, "/account/password", &fields);
    assert!(
        changed.text().contains("The password is changed"),
        "{}",
        changed.text()
    );
    assert!(bruno.is_signed_in(&world) && !elsewhere.is_signed_in(&world));
    let wrong = bruno.submit(&world, "/account/password", &fields);
    assert_eq!(wrong.status, 422);
    let page = anna.submit(&world, "/admin/accounts/bruno", "change=password");
    let link = page.text().split("class=\"secret\">").nth(1).unwrap();
    let link = link.split('<').next().unwrap();
    let path = &link[link.find("/invitations/").unwrap()..];
    assert!(world.get(path).text().contains("Set a new password"));
    let set = world.send("POST", path, &FORM, "password=yet+another+password");
    assert_eq!(set.status, 303, "{}", set.text());
    assert!(!bruno.is_signed_in(&world), "every session before is over");
}

#[test]
fn members_are_added_and_leave_by_forms() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let path = "/packs/developer-pack/members";
    assert!(!bruno.get(&world, path).text().contains("Add or change"));
    let nobody = anna.submit(&world, path, "account=nobody&role=OWNER");
    assert_eq!(nobody.status, 404);
    assert!(nobody.text().contains("has no account `nobody`"));
    assert_eq!(
        anna.submit(&world, path, "account=bruno&role=OWNER").status,
        303
    );
    let page = bruno.get(&world, path);
    assert!(page.text().contains("Leave the pack") && page.text().contains("Add or change"));
    let leave = bruno.submit(&world, &format!("{path}/bruno/removal"), "");
    assert_eq!(leave.status, 409);
    assert!(leave.text().contains("last owner"), "{}", leave.text());
}
