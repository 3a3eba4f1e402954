//! Keys of publishers over the wire, releases that they sign, and the pages that say so.

use guild_skill::archive::{self, Layout};
use guild_skill::files::FileSet;
use guild_skill::note::{SigningKey, VerifierKey};
use guild_skill::signature::{Registration, Rotation, Statement};
use guild_skill::{AccountName, Digest, SkillName};
use semver::Version;
use serde_json::json;

use crate::client::{Answer, Connection};
use crate::people::{Person, with_token};
use crate::publishing::{code, tea, zip};
use crate::world::World;

fn key(seed: u8) -> SigningKey {
    SigningKey::from_seed("anna@laptop", [seed; 32]).unwrap()
}

/// What somebody sends to register a key.
fn proof(world: &World, account: &str, key: &SigningKey) -> String {
    let log = VerifierKey::parse(world.get("/log/key").text().trim()).unwrap();
    let registration = Registration {
        account: &AccountName::parse(account).unwrap(),
        catalog: log.name(),
    };
    registration.sign(key).to_string()
}

fn register(world: &World, person: &Person, proof: &str) -> Answer {
    person.send(world, "POST", "/api/keys", &json!({ "proof": proof }))
}

fn sign(files: &FileSet, version: &str, key: &SigningKey) -> String {
    let name = SkillName::parse("tea-maker").unwrap();
    let statement = Statement {
        skill: &name,
        version: &Version::parse(version).unwrap(),
        archive: &Digest::of(&archive::write(files, Layout::Wrapped(&name))),
        files: &files.tree_digest(),
    };
    statement.sign(key).to_string()
}

/// Publishes files with a signature.
fn publish(world: &World, token: &str, files: &FileSet, signature: &str) -> Answer {
    let body = zip(files);
    let mut connection = Connection::open(world.address());
    let head = format!(
        "POST /api/skills HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/zip\r\n\
         authorization: Bearer {token}\r\nguild-signature: {signature}\r\ncontent-length: {}\r\n\r\n",
        world.address(),
        body.len()
    );
    connection.send([head.as_bytes(), &body].concat());
    connection.answer_to("POST")
}

#[test]
fn a_key_is_registered_once_listed_and_revoked() {
    let world = World::empty();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["skills:publish"]);
    let (key, bruno) = (key(1), anna.invited(&world, "bruno"));
    let proved = proof(&world, "anna", &key);
    let made = register(&world, &anna, &proved);
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.json()["fingerprint"], key.verifier().fingerprint());
    let again = register(&world, &anna, &proved);
    assert_eq!((again.status, again.json()), (200, made.json()));
    for (person, proof, expected) in [
        (&bruno, proved.clone(), (403, "FORBIDDEN")),
        (&bruno, proof(&world, "bruno", &key), (409, "KEY_TAKEN")),
        (&anna, "x".to_owned(), (422, "INVALID_BODY")),
        (&anna, format!("{proved}A"), (422, "INVALID_BODY")),
    ] {
        let refused = register(&world, person, &proof);
        assert_eq!(
            (refused.status, code(&refused).as_str()),
            expected,
            "{proof}"
        );
    }
    let list = with_token(&world, &token, "GET", "/api/keys").json();
    assert_eq!(
        (&list["totalItems"], &list["items"][0]),
        (&json!(1), &made.json())
    );
    let id = key.verifier().id_text();
    let path = format!("/api/keys/{id}");
    let refused = with_token(&world, &token, "DELETE", &path);
    assert_eq!(
        (refused.status, code(&refused).as_str()),
        (403, "FORBIDDEN")
    );
    let missing = bruno.send(&world, "DELETE", &path, &json!(null));
    assert_eq!(
        (missing.status, code(&missing).as_str()),
        (404, "KEY_NOT_FOUND")
    );
    assert_eq!(anna.send(&world, "DELETE", &path, &json!(null)).status, 204);
    let list = with_token(&world, &token, "GET", "/api/keys").json();
    assert_eq!(list["items"][0]["isRevoked"], true);
    let refused = register(&world, &anna, &proved);
    assert_eq!(
        (refused.status, code(&refused).as_str()),
        (409, "KEY_TAKEN")
    );
}

#[test]
fn the_pages_say_who_signed_and_that_a_key_was_revoked() {
    let world = World::empty();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["skills:publish"]);
    let key = key(1);
    let empty = anna.get(&world, "/account/keys");
    assert!(
        empty
            .text()
            .contains("None yet: what you publish is not signed.")
    );
    register(&world, &anna, &proof(&world, "anna", &key));
    let files = tea("1.0.0", &[]);
    let made = publish(&world, &token, &files, &sign(&files, "1.0.0", &key));
    assert_eq!(made.status, 201, "{}", made.text());
    let signature = &made.json()["signature"];
    assert_eq!(
        (&signature["account"], &signature["isRevoked"]),
        (&json!("anna"), &json!(false))
    );
    let (skill, release) = ("/skills/tea-maker", "/skills/tea-maker/releases/1.0.0");
    for page in [skill, release] {
        let page = world.get(page).text().to_owned();
        assert!(page.contains(">Signed by anna<"), "{page}");
        assert!(page.contains(&key.verifier().id_text()), "{page}");
        assert!(!page.contains("Key revoked"), "{page}");
    }
    let page = anna.get(&world, "/account/keys").text().to_owned();
    assert!(page.contains(&key.verifier().fingerprint()), "{page}");
    let removal = format!("/account/keys/{}/removal", key.verifier().id_text());
    assert_eq!(anna.submit(&world, &removal, "").status, 303);
    for page in [skill, release, "/account/keys"] {
        let page = anna.get(&world, page).text().to_owned();
        assert!(
            page.contains(">Key revoked<") || page.contains(">Revoked<"),
            "{page}"
        );
    }
    let json = world.get("/api/skills/tea-maker").json();
    assert_eq!(json["latestRelease"]["signature"]["isRevoked"], true);
}

#[test]
fn a_signature_that_is_not_good_refuses_the_release() {
    let world = World::empty();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["skills:publish"]);
    register(&world, &anna, &proof(&world, "anna", &key(1)));
    let files = tea("1.0.0", &[]);
    let right = sign(&files, "1.0.0", &key(1));
    let long = format!("{right} {}", "x".repeat(1000));
    for (signature, words) in [
        ("", "the header Guild-Signature is none"),
        ("ü", "the header Guild-Signature is none"),
        (&long, "the header Guild-Signature is none"),
        (&sign(&files, "1.0.1", &key(1)), "something else was signed"),
        (
            &sign(&files, "1.0.0", &key(2)),
            "is not registered with the account anna",
        ),
    ] {
        let refused = publish(&world, &token, &files, signature);
        assert_eq!(
            (refused.status, code(&refused).as_str()),
            (422, "SIGNATURE_REFUSED"),
            "{signature}"
        );
        assert!(refused.text().contains(words), "{}", refused.text());
    }
    assert_eq!(world.get("/api/skills/tea-maker").status, 404);
    assert_eq!(publish(&world, &token, &files, &right).status, 201);
}

#[test]
fn the_key_that_announced_another_is_shown_beside_it() {
    let world = World::empty();
    let anna = Person::first(&world);
    let (old, new) = (key(1), key(2));
    assert_eq!(
        register(&world, &anna, &proof(&world, "anna", &old)).json()["announcedBy"],
        json!(null)
    );
    let proved = proof(&world, "anna", &new);
    assert_eq!(
        register(&world, &anna, &proved).json()["announcedBy"],
        json!(null)
    );
    let rotation = Rotation {
        from: old.verifier(),
        to: new.verifier(),
    };
    let body = json!({ "proof": proved, "announcement": rotation.sign(&old).to_string() });
    let announced = anna.send(&world, "POST", "/api/keys", &body);
    assert_eq!(announced.json()["announcedBy"], old.verifier().to_string());
    let list = anna.get(&world, "/api/keys").json();
    let by = |key: &SigningKey| {
        let keys = list["items"].as_array().unwrap().iter();
        let mut keys = keys.filter(|one| one["key"] == key.verifier().to_string());
        keys.next().unwrap()["announcedBy"].clone()
    };
    assert_eq!(by(&old), json!(null));
    assert_eq!(by(&new), old.verifier().to_string());
    let page = anna.get(&world, "/account/keys");
    let page = page.text();
    let before = format!("announced by <code>{}</code>", old.verifier().id_text());
    assert_eq!(page.matches(&before).count(), 1, "{page}");
}
