//! Identities that are forged, replayed, over, or of another job, and issuers that do not answer as they should.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::issuer::{Key, Mood};
use crate::people;
use crate::trusted::{AUDIENCE, Stage};
use crate::world::NOON_MS;

const NOW: i64 = NOON_MS / 1000;

#[track_caller]
fn refused(answer: &Answer, error: &str, said: &str) {
    assert_eq!(answer.error(), error, "{}", answer.text());
    let message = answer.json()["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains(said), "{message}");
}

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

#[test]
fn what_is_not_signed_by_the_issuer_is_refused() {
    let stage = Stage::with(Key::rsa());
    let claims = stage.issuer.claims(AUDIENCE);
    let header = json!({"alg": "RS256", "kid": "first"});
    let good = stage.issuer.key.token(&header, &claims);
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let altered = crate::issuer::changed(claims.clone(), &json!({"repository": "evil/tools"}));
    let altered = format!("{}.{}.{signature}", part(&header), part(&altered));
    let other = Key::p256();
    let with = |change: Value| crate::issuer::changed(header.clone(), &change);
    // The public key, which everybody knows, taken for a secret that both sides know.
    let public = stage.issuer.key.jwk("first").to_string();
    let secret = hmac::Key::new(hmac::HMAC_SHA256, public.as_bytes());
    let hs = format!("{}.{}", part(&with(json!({"alg": "HS256"}))), part(&claims));
    let hs = format!(
        "{hs}.{}",
        URL_SAFE_NO_PAD.encode(hmac::sign(&secret, hs.as_bytes()))
    );
    let key = &stage.issuer.key;
    for (identity, said) in [
        (altered, "signature of the identity is wrong"),
        (
            format!("{signed}.AAAA"),
            "signature of the identity is wrong",
        ),
        (format!("{signed}."), "signature of the identity is wrong"),
        (
            format!("{}.{}.", part(&with(json!({"alg": "none"}))), part(&claims)),
            "algorithm",
        ),
        (hs, "algorithm"),
        (
            key.token(&with(json!({"alg": "RS512"})), &claims),
            "algorithm",
        ),
        (key.token(&with(json!({"alg": null})), &claims), "algorithm"),
        // A key of another kind: the kind of the key decides, not the token.
        (
            other.token(&with(json!({"alg": "ES256"})), &claims),
            "no key of that id",
        ),
        (
            other.token(&header, &claims),
            "signature of the identity is wrong",
        ),
        (
            key.token(&with(json!({"kid": "second"})), &claims),
            "no key of that id",
        ),
        (
            key.token(&with(json!({"crit": ["b64"], "b64": false})), &claims),
            "asks for what is not known",
        ),
        ("no token".to_owned(), "no JSON Web Token"),
        (format!("{good}.x"), "no JSON Web Token"),
    ] {
        refused(&stage.show_text(&identity), "401 IDENTITY_REFUSED", said);
    }
    let own = json!({"alg": "ES256", "jwk": other.jwk("first"), "kid": "first"});
    refused(
        &stage.show_text(&other.token(&own, &claims)),
        "401 IDENTITY_REFUSED",
        "no key",
    );
    // After all that, the good one is good.
    assert_eq!(stage.show_text(&good).status, 201);
    for identity in [String::new(), "a".repeat(16 * 1024 + 1)] {
        assert_eq!(stage.show_text(&identity).error(), "422 INVALID_BODY");
    }
}

#[test]
fn an_identity_is_good_once() {
    let stage = Stage::with(Key::p256());
    let identity = stage.issuer.identity(AUDIENCE, &json!({}));
    assert_eq!(stage.show_text(&identity).status, 201);
    refused(
        &stage.show_text(&identity),
        "401 IDENTITY_REFUSED",
        "shown before",
    );
    // At its very end, with the leeway that clocks have.
    stage.world.pass(359 * 1000);
    refused(
        &stage.show_text(&identity),
        "401 IDENTITY_REFUSED",
        "shown before",
    );
    stage.world.pass(1000);
    refused(
        &stage.show_text(&identity),
        "401 IDENTITY_REFUSED",
        "time of the identity is over",
    );
    let other = stage.issuer.identity(AUDIENCE, &json!({"exp": NOW + 900}));
    assert_eq!(stage.show_text(&other).status, 201);
}

#[test]
fn a_time_that_is_not_now_is_refused() {
    let stage = Stage::new();
    for (change, said) in [
        (json!({"exp": NOW - 60}), "time of the identity is over"),
        (json!({"exp": null}), "no usable `exp`"),
        (json!({"exp": NOW + 200_000}), "no usable `exp`"),
        (json!({"nbf": NOW + 61}), "not good yet"),
        (json!({"iat": NOW + 61}), "not good yet"),
        (
            json!({"event_name": "pull_request_target"}),
            "pull_request_target",
        ),
    ] {
        refused(&stage.show(&change), "401 IDENTITY_REFUSED", said);
    }
}

#[test]
fn a_job_that_is_not_bound_is_told_in_what_it_differs() {
    let stage = Stage::new();
    let show_for = |audience: &str| stage.show_text(&stage.issuer.identity(audience, &json!({})));
    let other = show_for("https://other.example");
    let said = "made for `https://other.example`, and the publisher takes one made for `https://skills.example`";
    refused(&other, "403 NOT_TRUSTED", said);
    refused(
        &show_for("https://skills.example/"),
        "403 NOT_TRUSTED",
        "made for",
    );
    let several = stage.show(&json!({"aud": [AUDIENCE, "https://other.example"]}));
    refused(&several, "401 IDENTITY_REFUSED", "no usable `aud`");
    let file = |name: &str| format!("octo/tools/.github/workflows/{name}@refs/heads/main");
    for (change, said) in [
        (
            json!({"repository": "octo/tools2", "workflow_ref": null}),
            "none of its publishers is the repository `octo/tools2`",
        ),
        (
            json!({"workflow_ref": file("test.yml")}),
            "its workflow is `test.yml`, and the publisher is bound to `release.yml`",
        ),
        (
            json!({"workflow_ref": "evil/tools/.github/workflows/release.yml@refs/heads/main"}),
            "its workflow is not told",
        ),
        (
            json!({"environment": "staging"}),
            "its environment is `staging`, and the publisher is bound to `production`",
        ),
        (
            json!({"environment": null}),
            "its environment is not told, and the publisher is bound to `production`",
        ),
    ] {
        refused(&stage.show(&change), "403 NOT_TRUSTED", said);
    }
    // Names of repositories and environments are compared as their makers do.
    let same = json!({"repository": "Octo/Tools", "environment": "Production", "workflow_ref": "Octo/Tools/.github/workflows/release.yml@refs/heads/main"});
    assert_eq!(stage.show(&same).status, 201);
    // The name was given up, and somebody else took it.
    let resurrected = stage.show(&json!({"repository_id": "99"}));
    refused(
        &resurrected,
        "403 NOT_TRUSTED",
        "another repository than the one of that name",
    );
    let nameless = stage.show(&json!({"repository_id": null}));
    refused(
        &nameless,
        "403 NOT_TRUSTED",
        "another repository than the one of that name",
    );
}

#[test]
fn an_issuer_is_asked_for_nobody_but_a_pack_that_trusts_it() {
    let stage = Stage::new();
    let unlisted = stage.show(&json!({"iss": "http://127.0.0.1:1"}));
    refused(
        &unlisted,
        "401 IDENTITY_REFUSED",
        "guild serve --trusted-issuer URL",
    );
    let slash = format!("{}/", stage.issuer.url);
    refused(
        &stage.show(&json!({"iss": slash})),
        "401 IDENTITY_REFUSED",
        "does not believe",
    );
    for pack in ["developer-pack", "no-such-pack"] {
        let identity = stage.issuer.identity(AUDIENCE, &json!({}));
        let body = json!({"identity": identity, "pack": pack});
        let answer = people::send(&stage.world, "POST", "/api/trusted-tokens", &[], &body);
        refused(
            &answer,
            "403 NOT_TRUSTED",
            "trusts no job that http://127.0.0.1",
        );
    }
    assert_eq!(stage.issuer.asked(), 0);
    stage.token();
    stage.token();
    assert_eq!(stage.issuer.asked(), 2, "discovery and keys, once");
}

#[test]
fn keys_are_changed_and_taken_back() {
    let stage = Stage::new();
    stage.token();
    let second = Key::p256();
    let show = |id: &str| {
        let claims = stage.issuer.claims(AUDIENCE);
        let claims = crate::issuer::changed(claims, &json!({"exp": NOW + 36_000}));
        let header = json!({"alg": "ES256", "kid": id});
        stage.show_text(&second.token(&header, &claims))
    };
    stage.issuer.publish_key("second", Some(&second));
    // Nobody makes the catalog ask again and again.
    refused(&show("second"), "401 IDENTITY_REFUSED", "no key of that id");
    assert_eq!(stage.issuer.asked(), 2);
    stage.world.pass(30_000);
    assert_eq!(show("second").status, 201);
    assert_eq!(stage.issuer.asked(), 4);
    stage.issuer.publish_key("second", None);
    assert_eq!(show("second").status, 201, "an hour at the most");
    stage.world.pass(60 * 60 * 1000);
    refused(&show("second"), "401 IDENTITY_REFUSED", "no key of that id");
}

#[test]
fn an_issuer_that_does_not_answer_as_it_should_is_waited_for_a_moment() {
    for (mood, said) in [
        (Mood::Down, "it answered 502"),
        (Mood::Hanging, "cannot be asked now"),
        (Mood::Endless, "longer than 256 KiB"),
        (Mood::Garbled, "no discovery document"),
        (Mood::NamedOtherwise, "of another issuer"),
        (Mood::KeysElsewhere, "another address than its own"),
        (Mood::Redirecting, "it answered 302"),
    ] {
        let stage = Stage::new();
        stage.issuer.be(mood);
        for _ in 0..2 {
            let answer = stage.show(&json!({}));
            refused(&answer, "503 ISSUER_UNREACHABLE", said);
            assert_eq!(answer.header("retry-after"), Some("30"));
        }
        assert_eq!(stage.issuer.asked(), 1, "{mood:?}");
        stage.issuer.be(Mood::Well);
        stage.world.pass(30_000);
        stage.token();
    }
}

#[test]
fn an_issuer_that_goes_away_takes_no_key_with_it() {
    let stage = Stage::new();
    stage.token();
    stage.issuer.be(Mood::Down);
    stage.world.pass(2 * 60 * 60 * 1000);
    let later = json!({"exp": NOW + 3 * 60 * 60});
    assert_eq!(stage.show(&later).status, 201);
}

#[test]
fn whoever_tries_too_often_waits() {
    let stage = Stage::new();
    let nonsense = stage
        .issuer
        .identity(AUDIENCE, &json!({"repository": "a/b"}));
    let mut answers = (0..101).map(|_| stage.show_text(&nonsense));
    assert!(
        answers
            .by_ref()
            .take(100)
            .all(|answer| answer.status == 403)
    );
    let waiting = answers.next().unwrap();
    assert_eq!(waiting.error(), "429 TOO_MANY_TRIES");
    assert_eq!(waiting.header("retry-after"), Some("300"));
}
