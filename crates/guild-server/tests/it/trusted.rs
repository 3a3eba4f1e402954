//! Trusted publishing over the wire: a job shows the identity that an issuer gave it, and publishes.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::issuer::{Issuer, Key};
use crate::people::{self, Person, with_token};
use crate::publishing::{ZIP, post, tea, zip};
use crate::world::{NOON_MS, World};

/// What the catalog is called in these stories.
pub(crate) const AUDIENCE: &str = "https://skills.example";
const PUBLISHERS: &str = "/api/packs/tea-pack/publishers";

/// A catalog with a pack of `anna`'s that trusts the job `release.yml` of `octo/tools`, environment `production`.
pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) issuer: Issuer,
    pub(crate) anna: Person,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::with(Key::ed25519())
    }

    pub(crate) fn with(key: Key) -> Self {
        let issuer = Issuer::start(key, NOON_MS / 1000);
        let world = World::believing(&issuer.url);
        let anna = Person::first(&world);
        let made = anna.send(&world, "POST", "/api/packs", &json!({"label": "Tea pack"}));
        assert_eq!(made.status, 201, "{}", made.text());
        let stage = Self {
            world,
            issuer,
            anna,
        };
        let trusted = stage.trust(&json!({}));
        assert_eq!(trusted.status, 201, "{}", trusted.text());
        stage
    }

    /// Trusts the job, with some of what is bound changed.
    pub(crate) fn trust(&self, change: &Value) -> Answer {
        self.anna
            .send(&self.world, "POST", PUBLISHERS, &self.bound(change))
    }

    fn bound(&self, change: &Value) -> Value {
        let bound = json!({
            "issuer": self.issuer.url, "audience": AUDIENCE, "repository": "octo/tools",
            "workflow": "release.yml", "environment": "production",
        });
        crate::issuer::changed(bound, change)
    }

    /// Shows an identity of the job with some claims changed.
    pub(crate) fn show(&self, change: &Value) -> Answer {
        self.show_text(&self.issuer.identity(AUDIENCE, change))
    }

    pub(crate) fn show_text(&self, identity: &str) -> Answer {
        let body = json!({"identity": identity, "pack": "tea-pack", "skill": "tea-maker"});
        people::send(&self.world, "POST", "/api/trusted-tokens", &[], &body)
    }

    /// Gets a token.
    pub(crate) fn token(&self) -> String {
        let made = self.show(&json!({}));
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["secret"].as_str().unwrap().to_owned()
    }
}

fn message(answer: &Answer) -> String {
    let message = answer.json()["error"]["message"].clone();
    message.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_job_publishes_with_its_identity_whatever_kind_of_key_signed_it() {
    for key in [Key::rsa(), Key::p256(), Key::ed25519()] {
        let stage = Stage::with(key);
        let made = stage.show(&json!({}));
        assert_eq!(made.status, 201, "{}", made.text());
        let made = made.json();
        assert_eq!(made["expiresAt"], "2026-11-21T12:15:00Z");
        assert_eq!(
            (&made["pack"], &made["skill"]),
            (&json!("tea-pack"), &json!("tea-maker"))
        );
        let token = made["secret"].as_str().unwrap();
        let archive = zip(&tea("1.0.0", &[]));
        let published = post(&stage.world, token, "/api/skills", ZIP, &archive);
        assert_eq!(published.status, 201, "{}", published.text());
        let release = published.json();
        assert_eq!(
            release["publishedBy"],
            "octo/tools · release.yml · production"
        );
        assert_eq!(release["identity"], made["identity"]);
        assert_eq!(
            release["identity"]["commit"],
            "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        );
    }
}

#[test]
fn who_published_is_kept_with_the_release_in_the_log_and_on_its_page() {
    let stage = Stage::new();
    let token = stage.token();
    post(
        &stage.world,
        &token,
        "/api/skills",
        ZIP,
        &zip(&tea("1.0.0", &[])),
    );
    // Long after the token was forgotten.
    stage.world.pass(40 * crate::world::DAY_MS);
    let release = stage
        .world
        .get("/api/skills/tea-maker/releases/1.0.0")
        .json();
    assert_eq!(release["identity"]["repositoryId"], "74");
    let entry = release["log"]["entry"].as_str().unwrap();
    assert!(
        entry.contains("\nby IDENTITY {\"issuer\":\"http://127.0.0.1:"),
        "{entry}"
    );
    assert!(entry.contains("\"repository\":\"octo/tools\""), "{entry}");
    let page = stage.world.get("/skills/tea-maker/releases/1.0.0");
    let page = page.text();
    assert!(page.contains("Published by CI"), "{page}");
    assert!(page.contains("by the CI job <strong>octo/tools · release.yml · production</strong>"));
    assert!(page.contains("refs/tags/v1.0.0"));
    let anna = Person::again(&stage.world, "anna");
    let audit = anna
        .send(&stage.world, "GET", "/api/audit-entries", &json!({}))
        .json();
    let audit = audit["items"].as_array().unwrap();
    let of = |action: &str| {
        audit
            .iter()
            .find(|entry| entry["action"] == action)
            .unwrap()
    };
    let job = json!("octo/tools · release.yml · production");
    assert_eq!(of("RELEASE_PUBLISHED")["workflow"], job);
    assert_eq!(of("RELEASE_PUBLISHED")["credential"], "TOKEN");
    assert_eq!(of("TOKEN_CREATED")["workflow"], job);
    assert_eq!(of("PUBLISHER_TRUSTED")["account"], "anna");
}

#[test]
fn a_jobs_token_publishes_its_skill_for_a_quarter_of_an_hour_and_does_nothing_else() {
    let stage = Stage::new();
    let (world, token) = (&stage.world, stage.token());
    let session = with_token(world, &token, "GET", "/api/sessions/current").json();
    assert_eq!(session["scopes"], json!(["skills:publish"]));
    assert_eq!(
        (&session["account"], &session["skill"]),
        (&json!(null), &json!("tea-maker"))
    );
    for (method, path) in [
        ("GET", "/api/tokens"),
        ("GET", PUBLISHERS),
        ("GET", "/api/audit-entries"),
        ("DELETE", "/api/skills/tea-maker"),
    ] {
        let refused = with_token(world, &token, method, path);
        assert!(
            [403, 404].contains(&refused.status),
            "{method} {path}: {}",
            refused.text()
        );
    }
    let archive = zip(&tea("1.0.0", &[]));
    assert_eq!(
        post(world, &token, "/api/skills", ZIP, &archive).status,
        201
    );
    world.pass(15 * 60 * 1000 - 1);
    assert_eq!(
        post(world, &token, "/api/skills", ZIP, &archive).status,
        200
    );
    world.pass(1);
    assert_eq!(
        post(world, &token, "/api/skills", ZIP, &archive).error(),
        "401 UNAUTHENTICATED"
    );
}

#[test]
fn a_publisher_of_one_skill_publishes_no_other_and_may_wait_for_it_to_be_there() {
    let stage = Stage::new();
    let other = stage.trust(&json!({"skill": "coffee-maker", "workflow": "coffee.yml"}));
    assert_eq!(other.status, 201, "{}", other.text());
    let coffee = "octo/tools/.github/workflows/coffee.yml@refs/heads/main";
    let refused = stage.show(&json!({"workflow_ref": coffee}));
    assert_eq!(refused.error(), "403 NOT_TRUSTED");
    assert_eq!(
        message(&refused),
        "the pack `tea-pack` does not trust this job: it wants to publish `tea-maker`, and the publisher is bound to `coffee-maker`"
    );
    let identity = stage
        .issuer
        .identity(AUDIENCE, &json!({"workflow_ref": coffee}));
    let body = json!({"identity": identity, "pack": "tea-pack"});
    let made = people::send(&stage.world, "POST", "/api/trusted-tokens", &[], &body);
    assert_eq!(made.json()["skill"], "coffee-maker", "{}", made.text());
    let token = made.json()["secret"].as_str().unwrap().to_owned();
    let refused = post(
        &stage.world,
        &token,
        "/api/skills",
        ZIP,
        &zip(&tea("1.0.0", &[])),
    );
    assert_eq!(refused.error(), "403 FORBIDDEN");
}

#[test]
fn owners_decide_whom_a_pack_trusts() {
    let stage = Stage::new();
    let world = &stage.world;
    let bruno = stage.anna.invited(world, "bruno");
    let list = bruno.send(world, "GET", PUBLISHERS, &json!({})).json();
    assert_eq!(list["totalItems"], 1);
    let publisher = &list["items"][0];
    assert_eq!(publisher["madeBy"], "anna");
    assert_eq!(publisher["repositoryId"], json!(null));
    let refused = bruno.send(world, "POST", PUBLISHERS, &stage.bound(&json!({})));
    assert_eq!(refused.error(), "403 FORBIDDEN");
    let again = stage.trust(&json!({"repository": "Octo/Tools"}));
    assert_eq!((again.status, again.json()), (200, publisher.clone()));
    let path = format!("{PUBLISHERS}/{}", publisher["id"].as_str().unwrap());
    assert_eq!(
        bruno.send(world, "DELETE", &path, &json!({})).error(),
        "403 FORBIDDEN"
    );
    let gone = stage.anna.send(world, "DELETE", &path, &json!({}));
    assert_eq!(gone.status, 204);
    let gone = stage.anna.send(world, "DELETE", &path, &json!({}));
    assert_eq!(gone.error(), "404 PUBLISHER_NOT_FOUND");
    assert_eq!(stage.show(&json!({})).error(), "403 NOT_TRUSTED");
    assert_eq!(world.get(PUBLISHERS).error(), "401 UNAUTHENTICATED");
}

#[test]
fn what_cannot_be_bound_is_refused_with_the_reason() {
    let stage = Stage::new();
    for (change, said) in [
        (json!({"repository": " "}), "`repository` is one line"),
        (json!({"workflow": "a\nb"}), "`workflow` is one line"),
        (
            json!({"environment": "e".repeat(201)}),
            "`environment` is one line",
        ),
        (json!({"skill": "No Name"}), "`skill`: "),
        (json!({"workflow": null}), "missing field `workflow`"),
        (json!({"secret": "x"}), "unknown field `secret`"),
    ] {
        let refused = stage.trust(&change);
        assert_eq!(refused.error(), "422 INVALID_BODY", "{change}");
        assert!(message(&refused).contains(said), "{}", refused.text());
    }
    // An issuer that the catalog does not believe may be bound; its word is taken for nothing.
    let unheard = json!({"issuer": "https://evil.example"});
    assert_eq!(stage.trust(&unheard).status, 201);
    let shown = stage.show(&json!({"iss": "https://evil.example"}));
    assert_eq!(shown.error(), "401 IDENTITY_REFUSED");
}

#[test]
fn a_page_binds_a_job_and_takes_it_out() {
    let stage = Stage::new();
    let (world, anna) = (&stage.world, &stage.anna);
    let path = "/packs/tea-pack/publishers";
    let page = anna.get(world, path);
    assert!(
        page.text().contains("octo/tools · release.yml"),
        "{}",
        page.text()
    );
    // The list stands in the order of time.
    world.pass(1000);
    let issuer = stage.issuer.url.replace(':', "%3A").replace('/', "%2F");
    let fields = format!(
        "issuer={issuer}&repository=octo%2Fcups&workflow=cups.yml&environment=&skill=&audience="
    );
    let bound = anna.submit(world, path, &fields);
    assert_eq!((bound.status, bound.header("location")), (303, Some(path)));
    let page = anna.get(world, path);
    assert!(
        page.text().contains("octo/cups · cups.yml"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("in any environment"));
    let refused = anna.submit(world, path, &fields.replace("octo%2Fcups", ""));
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("`repository` is one line"));
    let id = page.text().split(&format!("{path}/")).nth(1).unwrap();
    let id: String = id.chars().take_while(char::is_ascii_hexdigit).collect();
    let gone = anna.submit(world, &format!("{path}/{id}/removal"), "");
    assert_eq!(gone.status, 303);
    assert!(
        !anna
            .get(world, path)
            .text()
            .contains("octo/tools · release.yml")
    );
    let bruno = anna.invited(world, "bruno");
    assert!(!bruno.get(world, path).text().contains("Trust a job"));
    let forged = anna.submit_as_it_is(world, path, &fields);
    assert_eq!(forged.status, 403);
}
