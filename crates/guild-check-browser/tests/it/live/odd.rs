//! Odd pages: what is unusual on them is judged as what is usual, and told in words that help.

use std::net::TcpListener;
use std::thread;

use super::{Answer, Site, World, failure, flow, passes};

#[test]
fn where_a_word_may_be_broken_nobody_sees_anything() {
    let site = Site::page(
        "<button onclick=\"this.nextSibling.textContent = 'Donau\u{ad}dampf\u{200b}schiff'\">Weiter\u{ad}gehen</button><p></p>",
    );
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Weitergehen\"\nAssert text \"Donaudampfschiff\" is visible\nAssert `p` has text \"Donaudampfschiff\"",
    );
    passes(&outcome);
}

#[test]
fn a_field_that_nobody_types_into_says_what_it_takes() {
    let site = Site::page(
        "<input type=date aria-label=Day><input type=color aria-label=Ink><input type=range aria-label=Size min=1 max=5><input type=datetime-local aria-label=When>",
    );
    let takes = "Navigate to `/`\nFill `[aria-label=Ink]` with \"#FF8800\"\nAssert `[aria-label=Ink]` has value \"#ff8800\"\nFill `[aria-label=When]` with \"2026-11-22 10:30\"\nAssert `[aria-label=When]` has value \"2026-11-22T10:30\"";
    passes(&World::new().run(&site, takes));
    for (step, form) in [
        (
            "Fill `[aria-label=Day]` with \"22.11.2026\"",
            "the form \"2026-11-22\"",
        ),
        (
            "Fill slider \"Size\" with \"9\"",
            "numbers from 1 to 5 in steps of 1",
        ),
    ] {
        let outcome = World::new().run(
            &site,
            &format!("Navigate to `/`\n{step}\nAssert `input` is visible"),
        );
        let (number, actual) = failure(&outcome);
        assert_eq!(number, 2);
        assert!(actual.ends_with(&format!(": it takes {form}")), "{actual}");
    }
}

#[test]
fn a_page_that_asks_whether_to_leave_it_is_left_unless_the_plan_dismisses_that() {
    let site = Site::new(&[
        (
            "/",
            Answer::page(
                "<h1>Draft</h1><label>Note <input></label><a href=/away>Away</a><script>addEventListener('beforeunload', (event) => event.preventDefault())</script>",
            ),
        ),
        ("/away", Answer::page("<h1>Arrived</h1>")),
    ]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nFill textbox \"Note\" with \"x\"\nDismiss dialog\nClick link \"Away\"\nAssert heading \"Draft\" is visible\nAssert URL is `/`\nClick link \"Away\"\nAssert heading \"Arrived\" is visible",
    );
    passes(&outcome);
    for step in [3, 6] {
        assert_eq!(
            flow(&outcome).steps[step].notes,
            ["a dialog was answered: the page asked whether to leave it"]
        );
    }
}

#[test]
fn a_page_that_a_script_wrote_and_never_closed_is_told_from_an_endless_script() {
    let site = Site::page(
        "<button onclick=\"document.open(); document.write('<h1>Half</h1>')\">Write</button>",
    );
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Write\"\nAssert `h1` has text \"Half\"\nAssert heading \"Half\" is visible",
    );
    let (number, actual) = failure(&outcome);
    assert_eq!(number, 4);
    assert!(
        actual.starts_with("the browser told no roles and names within"),
        "{actual}"
    );
}

#[test]
fn a_page_of_an_error_is_told_as_one() {
    let missing = Answer::Raw(
        404,
        "content-type: text/html\r\n".to_owned(),
        "<h1>Lost</h1>".to_owned(),
    );
    let site = Site::new(&[("/", Answer::page("<h1>Home</h1>")), ("/gone", missing)]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nAssert `h1` is visible\nNavigate to `/gone`\nAssert heading \"Lost\" is visible",
    );
    passes(&outcome);
    assert!(flow(&outcome).steps[0].notes.is_empty());
    assert_eq!(flow(&outcome).steps[2].notes, ["the server answered 404"]);
}

#[test]
fn a_websocket_is_the_request_of_its_handshake() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let mut socket = tungstenite::accept(stream).unwrap();
                while socket.read().is_ok() {}
            });
        }
    });
    let site = Site::page(&format!(
        "<button onclick=\"new WebSocket('ws://{host}/live?room=1').onopen = () => out.textContent = 'Open'\">Go</button><button onclick=\"new WebSocket('/none').onerror = () => out.textContent = 'Failed'\">Fail</button><p id=out></p>"
    ));
    let outcome = World::new().run(
        &site,
        &format!(
            "Navigate to `/`\nAssert no request to `http://{host}`\nClick button \"Go\"\nAssert `#out` has text \"Open\"\nAssert network `GET http://{host}/live` responds `101`\nAssert network `GET http://{host}/live` was called 1 time"
        ),
    );
    passes(&outcome);
    let request = flow(&outcome).requests.last().unwrap();
    assert_eq!(
        (request.kind.as_str(), request.status),
        ("WebSocket", Some(101))
    );

    let outcome = World::new().run(
        &site,
        &format!("Navigate to `/`\nClick button \"Go\"\nAssert `#out` has text \"Open\"\nAssert no request to `http://{host}`"),
    );
    assert_eq!(failure(&outcome).0, 4);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Fail\"\nAssert `#out` has text \"Failed\"\nAssert network `GET /none` responds `101`",
    );
    let (number, actual) = failure(&outcome);
    assert!(number == 4 && actual.contains("404"), "{number}: {actual}");
}
