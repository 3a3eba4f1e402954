//! Publishing, withdrawing and deleting with a browser, without any script.

use crate::client::{Answer, Connection};
use crate::people::Person;
use crate::publishing::{code, tea, zip};
use crate::world::World;

/// Sends the form of the page that publishes, as a browser does.
fn send_file(world: &World, person: &Person, token: &str, archive: &[u8]) -> Answer {
    let before = format!(
        "--x\r\ncontent-disposition: form-data; name=\"formToken\"\r\n\r\n{token}\r\n--x\r\n\
         content-disposition: form-data; name=\"archive\"; filename=\"tea.zip\"\r\ncontent-type: application/zip\r\n\r\n"
    );
    let body = [before.as_bytes(), archive, b"\r\n--x--\r\n"].concat();
    let mut connection = Connection::open(world.address());
    let head = format!(
        "POST /publish HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\n\
         cookie: {}\r\naccept: text/html\r\ncontent-length: {}\r\n\r\n",
        world.address(),
        person.cookie,
        body.len()
    );
    connection.send([head.as_bytes(), &body].concat());
    connection.answer_to("POST")
}

#[test]
fn a_person_publishes_withdraws_and_deletes_with_a_browser_alone() {
    let world = World::empty();
    let anna = Person::first(&world);
    assert_eq!(anna.get(&world, "/publish").status, 200);
    let token = anna.form_token(&world);
    let bad = send_file(&world, &anna, &token, b"no zip");
    assert!(
        bad.text().contains("Nothing is published"),
        "{}",
        bad.text()
    );
    let foreign = send_file(&world, &anna, "guessed", &zip(&tea("1.0.0", &[])));
    assert_eq!(foreign.status, 403);
    let looked = send_file(&world, &anna, &token, &zip(&tea("1.0.0", &[])));
    assert!(
        looked.text().contains("tea-maker 1.0.0"),
        "{}",
        looked.text()
    );
    assert!(looked.text().contains("No findings in 2 files."));
    assert_eq!(world.get("/api/skills/tea-maker").status, 404);
    let archive = looked
        .text()
        .split("name=\"archive\" value=\"")
        .nth(1)
        .unwrap();
    let archive = format!("archive={}", archive.split('"').next().unwrap());
    let done = anna.submit(&world, "/publish/confirmation", &archive);
    let path = "/skills/tea-maker/releases/1.0.0";
    assert_eq!(
        (done.status, done.header("location")),
        (303, Some(path)),
        "{}",
        done.text()
    );
    assert_eq!(anna.get(&world, "/skills/tea-maker/manage").status, 200);
    let why = "reason=It+boils+the+tea";
    let done = anna.submit(&world, &format!("{path}/withdrawal"), why);
    assert_eq!(done.status, 303, "{}", done.text());
    assert!(world.get(path).text().contains("It boils the tea"));
    anna.submit(&world, &format!("{path}/withdrawal"), "undo=true");
    assert!(!world.get(path).text().contains("It boils the tea"));
    let bruno = anna.invited(&world, "bruno");
    assert_eq!(bruno.get(&world, "/skills/tea-maker/manage").status, 403);
    assert_eq!(
        bruno
            .submit(&world, &format!("{path}/withdrawal"), why)
            .status,
        403
    );
    let removal = "/skills/tea-maker/removal";
    assert_eq!(
        anna.submit(&world, removal, "name=other&reason=x").status,
        422
    );
    assert_eq!(
        anna.submit_as_it_is(&world, removal, "name=tea-maker&reason=x")
            .status,
        403
    );
    assert_eq!(
        anna.submit(&world, removal, "name=tea-maker&reason=x")
            .status,
        303
    );
    assert_eq!(code(&world.get("/api/skills/tea-maker")), "SKILL_DELETED");
}
