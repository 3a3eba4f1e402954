//! What must not leave a page.

use guild_check_browser::boundary::Redactor;
use serde_json::json;

fn redactor() -> Redactor {
    Redactor::new(["pä ss&word"], ["CUST-[0-9]+"]).unwrap()
}

#[test]
fn secrets_are_taken_out_of_texts() {
    let redactor = redactor();
    for (text, secret) in [
        ("Authorization: Bearer abc.DEF-123_456", "abc.DEF-123_456"),
        ("authorization: basic bWlyYTpodW50ZXIy", "bWlyYTpodW50ZXIy"),
        (
            "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1 end",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1",
        ),
        ("key AKIAIOSFODNN7EXAMPLE used", "AKIAIOSFODNN7EXAMPLE"),
        (
            "ghp_0123456789abcdefghijABCDEFGHIJ012345",
            "ghp_0123456789abcdefghijABCDEFGHIJ012345",
        ),
        (
            "use sk-ant-api03-abcdefghijklmnop",
            "sk-ant-api03-abcdefghijklmnop",
        ),
        ("sk_live_abcdefghijklmnop", "sk_live_abcdefghijklmnop"),
        ("xoxb-123456789012-abcdef", "xoxb-123456789012-abcdef"),
        (
            "AIzaSyA1234567890abcdefghijklmnopqrstuv",
            "AIzaSyA1234567890abcdefghijklmnopqrstuv",
        ),
        ("gld_0123456789abcdef0123", "gld_0123456789abcdef0123"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
            "MIIE",
        ),
        ("{\"password\":\"correct horse\"}", "correct horse"),
        ("password=hunter3", "hunter3"),
        ("Password: hunter3!", "hunter3!"),
        ("accessToken: 'abc def'", "abc def"),
        ("session_id=0af3", "0af3"),
        (
            "Write to mira.lang+shop@mail.shop.example, please",
            "mira.lang+shop@mail.shop.example",
        ),
        ("card 4111 1111 1111 1111 declined", "4111 1111 1111 1111"),
        ("card 4111-1111-1111-1111", "4111-1111-1111-1111"),
        ("IBAN DE89 3704 0044 0532 0130 00", "3704 0044"),
        ("SSN 078-05-1120", "078-05-1120"),
        ("call +49 30 1234 5678", "1234 5678"),
        ("postgres://mira:hunter3@db.shop.example/tasks", "hunter3"),
        ("typed pä ss&word into it", "pä ss&word"),
        ("?p=p%C3%A4%20ss%26word", "p%C3%A4%20ss%26word"),
        ("?p=p%C3%A4+ss%26word", "p%C3%A4+ss%26word"),
        ("customer CUST-4471", "CUST-4471"),
    ] {
        let safe = redactor.text(text);
        assert!(!safe.contains(secret), "{safe}");
        assert!(safe.contains("[redacted: "), "{safe}");
        assert_eq!(redactor.text(&safe), safe, "twice is once");
    }
}

#[test]
fn code_in_markdown_ends_where_it_ended() {
    let redactor = redactor();
    for (text, safe) in [
        (
            "it opened `/reset?token=abc1234`, and `/` after it",
            "it opened `/reset?token=[redacted: credential]`, and `/` after it",
        ),
        (
            "`GET /a?token=abc1234`: 404",
            "`GET /a?token=[redacted: credential]`: 404",
        ),
        ("password=ab`cd", "password=[redacted: credential]"),
    ] {
        assert_eq!(redactor.text(text), safe);
    }
}

#[test]
fn what_is_no_secret_stays() {
    let redactor = redactor();
    for text in [
        "Password is required",
        "Password: required",
        "Enter your password: it has at least 8 letters",
        "Bearer authentication is used",
        "token: string",
        "The session is over. Sign in again.",
        "Order 1234567890123 of 2026-11-21",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "3 of 14 tasks, 12:30, 1,234.50 EUR, v1.2.3",
        "`h1` has text \"Tasks\": found \"Task list\"",
        "GET /api/tasks?page=2&pageSize=20 200 in 41 ms",
        "@media (width > 40em)",
        "`POST /api/tokens` responds `201`",
    ] {
        assert_eq!(redactor.text(text), text);
    }
}

#[test]
fn addresses_headers_and_bodies_keep_what_is_no_secret() {
    let redactor = redactor();
    assert_eq!(
        redactor.url("https://mira:hunter3@shop.example/a?page=2&access_token=abc&mail=mira%40shop.example#id_token=x"),
        "https://shop.example/a?page=2&access_token=[redacted]&mail=[redacted]#id_token=[redacted]"
    );
    assert_eq!(redactor.url("/a?b=c"), "/a?b=c");
    assert_eq!(
        redactor.url("data:image/png;base64,AAAA"),
        "data:image/png;base64,…"
    );
    assert_eq!(
        redactor.header("Set-Cookie", "sid=abc; Path=/; HttpOnly"),
        "sid=[redacted]; Path=/; HttpOnly"
    );
    assert_eq!(
        redactor.header("Cookie", "sid=abc; theme=dark"),
        "sid=[redacted]; theme=[redacted]"
    );
    assert_eq!(
        redactor.header("X-Api-Key", "abc"),
        "[redacted: credential]"
    );
    assert_eq!(
        redactor.header("Authorization", "Bearer abc"),
        "[redacted: credential]"
    );
    assert_eq!(redactor.header("ETag", "\"abc\""), "\"abc\"");
    assert_eq!(redactor.header("Accept", "text/html"), "text/html");
    assert_eq!(
        redactor.body(
            "application/x-www-form-urlencoded",
            "user=mira&password=x%20y"
        ),
        "user=mira&password=[redacted]"
    );
    let mut body = json!({ "id": "tsk_1", "accessToken": "abc", "page_token": "t", "user": { "email": "mira@shop.example", "pin": 1 }, "items": [{ "password": null }], "card": 4111111111111111u64 });
    redactor.json(&mut body);
    assert_eq!(
        body,
        json!({ "id": "tsk_1", "accessToken": "[redacted: credential]", "page_token": "t", "user": { "email": "[redacted: e-mail address]", "pin": 1 }, "items": [{ "password": null }], "card": "[redacted: card number]" })
    );
}

#[test]
fn a_pattern_that_is_none_is_refused() {
    let error = Redactor::new([], ["("]).unwrap_err();
    assert_eq!(error.to_string(), "`(` is no regular expression");
    assert!(!format!("{:?}", redactor()).contains("word"));
}
