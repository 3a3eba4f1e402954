//! Attacks on accounts: guessing, fixation, forms of other sites, and secrets that leak.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use guild_server::Access;
use serde_json::json;

use crate::client::Answer;
use crate::people::{PASSWORD, Person, cookie, send, sign_in, with_token};
use crate::world::World;

#[test]
fn nobody_learns_by_signing_in_which_accounts_there_are() {
    let world = World::empty();
    Person::first(&world);
    let timed = |name: &str| {
        let began = Instant::now();
        let answer = sign_in(&world, name, "a wrong password");
        (began.elapsed(), answer)
    };
    let mut shortest = [Duration::MAX; 2];
    for number in 0..3 {
        let (known, refused) = timed("anna");
        let (unknown, refused_too) = timed(&format!("nobody-{number}"));
        assert_eq!(refused.error(), "401 SIGN_IN_REFUSED");
        assert_eq!(refused.text(), refused_too.text());
        shortest = [shortest[0].min(known), shortest[1].min(unknown)];
    }
    // Without the work of a password an answer takes a hundredth of it.
    assert!(shortest[1] > shortest[0] / 4, "{shortest:?}");
}

#[test]
fn guessing_has_to_wait_and_others_do_not() {
    let world = World::empty();
    let anna = Person::first(&world);
    anna.invited(&world, "bruno");
    for _ in 0..10 {
        assert_eq!(sign_in(&world, "anna", "a wrong password").status, 401);
    }
    let waiting = sign_in(&world, "anna", PASSWORD);
    assert_eq!(waiting.error(), "429 TOO_MANY_TRIES");
    assert_eq!(waiting.header("retry-after"), Some("300"));
    assert!(anna.is_signed_in(&world), "a session goes on");
    assert_eq!(sign_in(&world, "bruno", PASSWORD).status, 201);
    world.pass(5 * 60 * 1000);
    assert_eq!(sign_in(&world, "anna", PASSWORD).status, 201, "never a ban");
}

#[test]
fn an_address_is_believed_from_trusted_proxies_alone() {
    let guess = |world: &World, number: u32, forwarded: &str| {
        let body = json!({"name": format!("nobody-{number}"), "password": "x"});
        let headers = [("x-forwarded-for", forwarded)];
        send(world, "POST", "/api/sessions", &headers, &body).status
    };
    let plain = World::empty();
    let behind = World::with_access(Access {
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        ..Access::standard()
    });
    for number in 0..50 {
        assert_eq!(guess(&plain, number, &format!("192.0.2.{number}")), 401);
        assert_eq!(guess(&behind, number, "192.0.2.1"), 401);
    }
    assert_eq!(
        guess(&plain, 50, "198.51.100.1"),
        429,
        "it says what it likes"
    );
    assert_eq!(guess(&behind, 50, "192.0.2.1"), 429);
    assert_eq!(guess(&behind, 51, "192.0.2.2"), 401, "somebody else");
    assert_eq!(
        guess(&behind, 52, "192.0.2.2, 192.0.2.1"),
        429,
        "the last hop counts"
    );
}

#[test]
fn a_session_that_was_set_before_signing_in_is_not_the_one_after() {
    let world = World::empty();
    Person::first(&world);
    let planted = Person {
        cookie: format!("guild-session={}", "a".repeat(64)),
    };
    let body = json!({"name": "anna", "password": PASSWORD});
    let signed_in = planted.send(&world, "POST", "/api/sessions", &body);
    let anna = Person {
        cookie: cookie(&signed_in),
    };
    assert_ne!(anna.cookie, planted.cookie);
    assert!(!planted.is_signed_in(&world));
    let again = anna.send(&world, "POST", "/api/sessions", &body);
    assert_eq!(again.status, 201);
    assert!(
        !anna.is_signed_in(&world),
        "signing in again ends the session before"
    );
}

#[test]
fn what_another_site_makes_a_browser_send_is_refused() {
    let world = World::of_developer_pack();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let from = |name: &str, value: &str| {
        let headers = [("cookie", anna.cookie.as_str()), (name, value)];
        let token = json!({"label": "x", "scopes": []});
        send(&world, "POST", "/api/tokens", &headers, &token)
    };
    assert_eq!(
        from("sec-fetch-site", "cross-site").error(),
        "403 CROSS_SITE"
    );
    assert_eq!(
        from("sec-fetch-site", "same-site").error(),
        "403 CROSS_SITE"
    );
    assert_eq!(
        from("origin", "https://evil.example").error(),
        "403 CROSS_SITE"
    );
    assert_eq!(from("origin", "null").error(), "403 CROSS_SITE");
    assert_eq!(from("sec-fetch-site", "same-origin").status, 201);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let cookie = [("cookie", anna.cookie.as_str()), form[0]];
    let plain = world.send("POST", "/api/tokens", &cookie, "label=x");
    assert_eq!(plain.error(), "400 MALFORMED_BODY", "a form is no JSON");
    let fields = "label=x&days=7";
    for forged in [
        fields.to_owned(),
        format!("formToken=&{fields}"),
        format!("formToken={}&{fields}", bruno.form_token(&world)),
    ] {
        let refused = anna.submit_as_it_is(&world, "/account/tokens", &forged);
        assert_eq!(refused.error(), "403 CROSS_SITE", "{forged}");
    }
    let lured = [("sec-fetch-site", "cross-site"), form[0]];
    let name = format!("name=bruno&password={}", PASSWORD.replace(' ', "+"));
    let login = world.send("POST", "/sign-in", &lured, &name);
    assert_eq!(
        login.error(),
        "403 CROSS_SITE",
        "nobody is signed in by another site"
    );
}

#[test]
fn an_account_s_name_holds_no_markup_and_what_is_shown_again_is_escaped() {
    let world = World::empty();
    let anna = Person::first(&world);
    let page = anna.submit(&world, "/admin/invitations", "pack=&role=OWNER");
    let secret = page.text().split("/invitations/").find_map(|part| {
        let secret: String = part.chars().take_while(char::is_ascii_hexdigit).collect();
        (secret.len() == 64).then_some(secret)
    });
    let evil = "<script>alert(1)</script>";
    let escaped = "name=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    for name in [evil, "an na", "../anna", "ANNA", "anna\u{202e}", ""] {
        let body = json!({"name": name, "password": PASSWORD, "invitation": secret});
        let refused = send(&world, "POST", "/api/accounts", &[], &body);
        assert_eq!(refused.error(), "422 INVALID_BODY", "{name}");
    }
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let shown = world.send("POST", "/sign-in", &form, &format!("{escaped}&password=x"));
    assert_eq!(shown.status, 422);
    assert!(!shown.text().contains("<script>alert"), "{}", shown.text());
    assert!(
        shown.text().contains("&#60;script&#62;alert"),
        "{}",
        shown.text()
    );
    let made = anna.submit(
        &world,
        "/account/tokens",
        "label=%3Cscript%3Ealert(1)%3C%2Fscript%3E&days=7",
    );
    assert!(made.text().contains("&#60;script&#62;alert"));
    assert!(!made.text().contains(evil));
}

#[test]
fn a_page_made_for_somebody_is_shown_to_nobody_else() {
    let world = World::of_samples();
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    for path in ["/", "/skills/tea-maker", "/search", "/no-such-page"] {
        let nobody = || world.request("GET", path, &[("accept", "text/html")]);
        let names = |answer: &Answer| {
            let has = |name: &str| answer.text().contains(&format!(">{name}</a>"));
            (has("anna"), has("bruno"), has("Sign in"))
        };
        assert_eq!(
            names(&anna.get(&world, path)),
            (true, false, false),
            "{path}"
        );
        assert_eq!(names(&nobody()), (false, false, true), "{path}");
        assert_eq!(
            names(&bruno.get(&world, path)),
            (false, true, false),
            "{path}"
        );
        assert_eq!(names(&nobody()), (false, false, true), "{path}");
        let hers = anna.get(&world, path);
        assert_eq!(hers.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(hers.header("etag"), None, "{path}");
    }
    let etag = world.get("/skills/tea-maker");
    let (etag, cookie) = (etag.header("etag").unwrap(), anna.cookie.as_str());
    let headers = [("cookie", cookie), ("if-none-match", etag)];
    let hers = world.request("GET", "/skills/tea-maker", &headers);
    assert_eq!(
        hers.status, 200,
        "what a browser kept from before is not hers"
    );
    let api = anna.get(&world, "/api/skills/tea-maker");
    assert_eq!(
        api.header("cache-control"),
        Some("no-cache"),
        "the API says the same to all"
    );
}

#[test]
fn no_secret_is_in_a_log_an_error_or_a_metric() {
    let log = Log::capture();
    let world = World::of_samples();
    let anna = Person::first(&world);
    let token = anna.token(&world, &["admin", "skills:publish"]);
    let page = anna.submit(&world, "/admin/invitations", "pack=&role=OWNER");
    let link = page.text().split("/invitations/").find_map(|part| {
        let secret: String = part.chars().take_while(char::is_ascii_hexdigit).collect();
        (secret.len() == 64).then_some(secret)
    });
    let link = link.unwrap();
    world.get(&format!("/invitations/{link}"));
    world.get(&format!("/invitations/{link}x"));
    sign_in(&world, "anna", "hunter2hunter2");
    let wrong = with_token(&world, &token, "GET", "/api/sessions/no-such");
    let refused = with_token(&world, &token, "POST", "/api/tokens");
    let metrics = world.get("/metrics");
    let log = log.text();
    assert!(log.contains("/api/sessions"), "the log was taken");
    let secret = anna.cookie.split_once('=').unwrap().1;
    for secret in [secret, &token[4..], &link, PASSWORD, "hunter2hunter2"] {
        for text in [&*log, wrong.text(), refused.text(), metrics.text()] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

/// What every server of this process logs, down to the last word.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn capture() -> Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        LOG.get_or_init(|| {
            let log = Self::default();
            let writer = log.clone();
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(tracing::Level::TRACE)
                .with_writer(move || writer.clone())
                .finish();
            tracing::subscriber::set_global_default(subscriber).unwrap();
            log
        })
        .clone()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
