//! What a page gives away, and what belongs into a page.

use url::Url;

use super::{Leaks, Said};
use crate::outcome::Request;

const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3MTQifQ.s1gn-ed_by9nobody";

fn leaks() -> Leaks {
    let typed = [("SHOP_PASSWORD", "hunter2!"), ("SHOP_USER", "mira-lang-7")];
    Leaks::new(typed, vec!["http://shop.example".to_owned()])
}

fn told(text: &str, said: Said) -> Vec<(&'static str, bool)> {
    let found = leaks().in_text(text, said).into_iter();
    found.map(|leaked| (leaked.kind, leaked.is_sure)).collect()
}

fn address(url: &str) -> Vec<(&'static str, bool)> {
    let url = Url::parse(url).unwrap();
    let leaks = leaks();
    let found = leaks.in_address(&url, leaks.is_elsewhere(&url)).into_iter();
    found.map(|leaked| (leaked.kind, leaked.is_sure)).collect()
}

#[test]
fn what_a_page_or_a_console_gives_away_is_told_by_its_kind() {
    for (text, said, kind, is_sure) in [
        (
            format!("Signed in with {JWT}"),
            Said::Words,
            "a JSON web token",
            true,
        ),
        (
            format!("token: {JWT}"),
            Said::Console,
            "a JSON web token",
            true,
        ),
        (JWT.to_owned(), Said::Code, "a JSON web token", false),
        (
            format!("send `{JWT}` along"),
            Said::Words,
            "a JSON web token",
            false,
        ),
        (
            "key sk_live_4eC39HqLyjWDarjt".to_owned(),
            Said::Words,
            "an API key",
            true,
        ),
        (
            "{token: 9f8a7b6c5d4e3f2a}".to_owned(),
            Said::Console,
            "a token",
            true,
        ),
        (
            "Session token: 9f8a7b6c5d4e3f2a".to_owned(),
            Said::Words,
            "a token",
            true,
        ),
        (
            "Authorization: Bearer 9f8a7b6c5d4e3f2a".to_owned(),
            Said::Console,
            "a token",
            true,
        ),
        (
            "{user: mira, password: opensesame1}".to_owned(),
            Said::Console,
            "a password",
            true,
        ),
        (
            "Password: demo1234".to_owned(),
            Said::Words,
            "a password",
            false,
        ),
        (
            "Your password is hunter2!".to_owned(),
            Said::Words,
            "the password that the plan types",
            true,
        ),
        (
            "paid with 4111 1111 1111 1111".to_owned(),
            Said::Console,
            "a card number",
            false,
        ),
    ] {
        assert_eq!(told(&text, said), [(kind, is_sure)], "{text}");
    }
}

#[test]
fn what_belongs_into_a_page_is_none() {
    for text in [
        "Write to mira@shop.example or call +49 30 1234 5678",
        "Hello, mira-lang-7",
        "paid with 4111 1111 1111 1111",
        "Your key begins with sk_live_ and your token with eyJ",
        "Set API_KEY=your-api-key-here-1234 before you start",
        "token: 2026-11-21T10:00:00Z, next page token: 9f8a7b6c5d4e3f2a",
        "csrf_token=9f8a7b6c5d4e3f2a7788",
        "maps AIzaSyA1234567890abcdefghijklmnopqrstuv",
        "pk_live_4eC39HqLyjWDarjt",
        "pk.eyJ1IjoibWlyYSIsImEiOiJjbGsxIn0.Zm9vYmFyMTIzNDU2",
        "AKIAIOSFODNN7EXAMPLE",
        "Password: required. It has at least 8 letters",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    ] {
        assert_eq!(told(text, Said::Words), [], "{text}");
    }
    assert_eq!(
        told(
            "curl -H 'Authorization: Bearer 9f8a7b6c5d4e3f2a'",
            Said::Code
        ),
        []
    );
}

#[test]
fn innocent_pages_give_nothing_away() {
    let pages = include_str!("../../../tests/it/boundary/innocents.txt");
    for text in pages.split("\n%%\n") {
        assert_eq!(told(text, Said::Words), [], "{text}");
        assert_eq!(told(text, Said::Console), [], "{text}");
    }
}

#[test]
fn addresses_are_judged_by_where_they_go() {
    let jwt = format!("https://track.example/p.gif?t={JWT}");
    assert_eq!(address(&jwt), [("a JSON web token", true)]);
    let own = format!("http://shop.example/feed?t={JWT}");
    assert_eq!(address(&own), [("a JSON web token", false)]);
    let typed = "http://shop.example/signin?user=mira&pw=hunter2%21";
    assert_eq!(address(typed), [("the password that the plan types", true)]);
    let form = "http://shop.example/signin?password=opensesame";
    assert_eq!(address(form), [("a password", true)]);
    let opaque = "https://track.example/?token=9f8a7b6c5d4e3f2a";
    assert_eq!(address(opaque), [("a token", true)]);
    for url in [
        "http://shop.example/reset?token=9f8a7b6c5d4e3f2a",
        "https://id.example/authorize?state=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3MTQifQ.x&nonce=1",
        "https://maps.example/js?key=AIzaSyA1234567890abcdefghijklmnopqrstuv",
        "https://files.example/a.png?X-Amz-Credential=AKIAIOSFODNN7ABCDEFG%2F20261121&X-Amz-Signature=0af3",
        "https://stats.example/g?sid=1700000000&cid=77.88&v=2",
    ] {
        assert_eq!(address(url), [], "{url}");
    }
}

#[test]
fn what_a_header_carries_may_stand_nowhere_else() {
    let mut leaks = leaks();
    leaks.learn(&Request {
        kind: "Fetch".to_owned(),
        request_headers: vec![(
            "Authorization".to_owned(),
            "Bearer q1w2e3r4t5y6u7i8o9".to_owned(),
        )],
        response_headers: vec![(
            "set-cookie".to_owned(),
            "sid=z0x9c8v7b6n5m4l3; HttpOnly; Path=/".to_owned(),
        )],
        response_body: Some(r#"{"data": {"resetToken": "a1s2d3f4g5h6j7k8"}}"#.to_owned()),
        ..Request::default()
    });
    let told = |text: &str, said| -> Vec<&'static str> {
        let found = leaks.in_text(text, said).into_iter();
        found.map(|leaked| leaked.kind).collect()
    };
    assert_eq!(told("debug q1w2e3r4t5y6u7i8o9", Said::Words), ["a token"]);
    let cookie = "the value of a cookie that is HttpOnly";
    assert_eq!(told("you are z0x9c8v7b6n5m4l3", Said::Words), [cookie]);
    let answered = "a token that a server answered with";
    assert_eq!(told("got a1s2d3f4g5h6j7k8", Said::Console), [answered]);
    assert!(told("Your token, shown once: a1s2d3f4g5h6j7k8", Said::Code).is_empty());
}
