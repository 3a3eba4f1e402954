//! Webhooks over the wire: what a receiver gets, and what becomes of one that behaves badly.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guild_server::{Access, ServerLimits};
use ring::hmac;
use serde_json::{Value, json};

use crate::people::Person;
use crate::world::World;

/// Nothing here takes this long unless something hangs.
const HANG: Duration = Duration::from_secs(30);

/// What a receiver of these tests has.
const TIME: Duration = Duration::from_millis(400);

/// What a receiver does with a message that it has read.
type Manner = fn(&mut TcpStream);

/// Somebody who is told of events.
struct Receiver {
    address: SocketAddr,
    messages: mpsc::Receiver<Message>,
}

/// A message, as it came over the wire.
struct Message {
    head: String,
    body: String,
}

impl Receiver {
    fn of(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                std::thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let message = Message::read(&mut stream);
                    // The test may be over.
                    let _ = sender.send(message);
                    manner(&mut stream);
                });
            }
        });
        Self { address, messages }
    }

    fn next(&self) -> Message {
        self.messages.recv_timeout(HANG).unwrap()
    }

    fn has_more(&self) -> bool {
        self.messages.try_recv().is_ok()
    }
}

impl Message {
    fn read(stream: &mut TcpStream) -> Self {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
            head.push(byte[0]);
        }
        let mut message = Self {
            head: String::from_utf8(head).unwrap(),
            body: String::new(),
        };
        let length = message.header("content-length");
        let mut body = vec![0; length.parse().unwrap_or(0)];
        stream.read_exact(&mut body).unwrap();
        message.body = String::from_utf8(body).unwrap();
        message
    }

    fn header(&self, name: &str) -> String {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.map_or(String::new(), |(_, value)| value.trim().to_owned())
    }

    fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let (id, time) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        let signed = format!("{id}.{time}.{}", self.body);
        let signatures = self.header("webhook-signature");
        let mut signatures = signatures
            .split(' ')
            .filter_map(|one| one.strip_prefix("v1,"));
        signatures.any(|signature| {
            let signature = STANDARD.decode(signature).unwrap();
            hmac::verify(&key, signed.as_bytes(), &signature).is_ok()
        })
    }
}

fn thank(stream: &mut TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
}

fn world_that_allows(networks: &[&str]) -> World {
    let limits = ServerLimits {
        webhook: TIME,
        ..ServerLimits::standard()
    };
    let networks = networks.iter().map(|network| network.parse().unwrap());
    let access = Access {
        webhook_networks: networks.collect(),
        ..Access::standard()
    };
    World::new(limits, access)
}

fn make(world: &World, anna: &Person, url: &str) -> Value {
    let made = anna.send(world, "POST", "/api/webhooks", &json!({"url": url}));
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

fn url(receiver: &Receiver) -> String {
    format!("http://{}/hook?key=1", receiver.address)
}

/// Waits until the newest delivery is what it is to be.
fn delivery(world: &World, anna: &Person, made: &Value, is_done: fn(&Value) -> bool) -> Value {
    let id = made["webhook"]["id"].as_str().unwrap();
    let path = format!("/api/webhooks/{id}/deliveries");
    let began = std::time::Instant::now();
    loop {
        let list = world
            .request("GET", &path, &[("cookie", &anna.cookie)])
            .json();
        let newest = &list["items"][0];
        if is_done(newest) {
            return newest.clone();
        }
        assert!(began.elapsed() < HANG, "{list}");
        std::thread::yield_now();
    }
}

fn is_tried(delivery: &Value) -> bool {
    delivery["tookMs"].is_number()
}

#[test]
fn a_receiver_is_told_once_and_can_prove_who_tells() {
    let world = world_that_allows(&["127.0.0.0/8"]);
    let anna = Person::first(&world);
    let receiver = Receiver::of(thank);
    let made = make(&world, &anna, &url(&receiver));
    world.publish_tea("1.0.0");
    let message = receiver.next();
    assert!(
        message.head.starts_with("POST /hook?key=1 HTTP/1.1\r\n"),
        "{}",
        message.head
    );
    assert_eq!(message.header("content-type"), "application/json");
    assert!(message.is_signed_with(made["secret"].as_str().unwrap()));
    let body: Value = serde_json::from_str(&message.body).unwrap();
    assert_eq!(body["type"], "SKILL_LISTED");
    assert_eq!(body["data"]["skill"], "tea-maker");
    let told = delivery(&world, &anna, &made, is_tried);
    assert_eq!(
        (&told["state"], &told["status"]),
        (&json!("DELIVERED"), &json!(204))
    );
    assert_eq!(told["messageId"], message.header("webhook-id"));
    world.publish_tea("1.1.0");
    assert!(receiver.next().body.contains("RELEASE_PUBLISHED"));
    assert!(!receiver.has_more());
}

#[test]
fn the_secret_is_shown_once_and_the_one_before_signs_for_a_day() {
    let world = world_that_allows(&["127.0.0.0/8"]);
    let anna = Person::first(&world);
    let receiver = Receiver::of(thank);
    let made = make(&world, &anna, &url(&receiver));
    let old = made["secret"].as_str().unwrap();
    let path = format!("/api/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    let new = anna
        .send(&world, "POST", &format!("{path}/secrets"), &json!({}))
        .json();
    let new = new["secret"].as_str().unwrap().to_owned();
    assert_ne!(old, new);
    world.publish_tea("1.0.0");
    let message = receiver.next();
    assert!(message.is_signed_with(&new) && message.is_signed_with(old));
    delivery(&world, &anna, &made, is_tried);
    world.pass(crate::world::DAY_MS);
    world.publish_tea("1.1.0");
    let message = receiver.next();
    assert!(message.is_signed_with(&new) && !message.is_signed_with(old));
    for page in [
        &path,
        &format!("{path}/deliveries"),
        "/account/webhooks",
        "/api/audit-entries",
    ] {
        let text = anna.get(&world, page).text().to_owned();
        assert!(
            !text.contains(&new[6..]) && !text.contains(&old[6..]),
            "{page}"
        );
    }
}

#[test]
fn a_refusal_is_tried_again_and_a_person_can_ask_for_it_again() {
    let world = world_that_allows(&["127.0.0.0/8"]);
    let anna = Person::first(&world);
    let receiver = Receiver::of(|stream| {
        let _ = stream.write_all(
            b"HTTP/1.1 500 No\r\ncontent-length: 20\r\n\r\nthe disk is \x07full\xff\r\n",
        );
    });
    let made = make(&world, &anna, &url(&receiver));
    world.publish_tea("1.0.0");
    let first = receiver.next();
    let told = delivery(&world, &anna, &made, is_tried);
    assert_eq!(
        (&told["state"], &told["status"]),
        (&json!("PENDING"), &json!(500))
    );
    assert_eq!(told["answer"], "the disk is full\u{fffd}\n");
    world.pass(7_000);
    let second = receiver.next();
    assert_eq!(second.header("webhook-id"), first.header("webhook-id"));
    assert_ne!(
        second.header("webhook-timestamp"),
        first.header("webhook-timestamp")
    );
    let told = delivery(&world, &anna, &made, |told| {
        told["attempts"] == 2 && is_tried(told)
    });
    let id = made["webhook"]["id"].as_str().unwrap();
    let again = format!(
        "/account/webhooks/{id}/deliveries/{}/redelivery",
        told["id"].as_str().unwrap()
    );
    assert_eq!(anna.submit(&world, &again, "").status, 303);
    assert_eq!(
        receiver.next().header("webhook-id"),
        first.header("webhook-id")
    );
    let page = anna.get(&world, &format!("/account/webhooks/{id}"));
    assert!(page.text().contains("asked for again") && page.text().contains("the disk is full"));
}

#[test]
fn nothing_is_sent_to_an_address_that_is_not_public() {
    let world = world_that_allows(&["10.0.0.0/8"]);
    let anna = Person::first(&world);
    let receiver = Receiver::of(thank);
    let refused = anna.send(
        &world,
        "POST",
        "/api/webhooks",
        &json!({"url": url(&receiver)}),
    );
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("not a public one"),
        "{}",
        refused.text()
    );
    let made = make(
        &world,
        &anna,
        &format!("http://localhost:{}/", receiver.address.port()),
    );
    world.publish_tea("1.0.0");
    let told = delivery(&world, &anna, &made, is_tried);
    assert!(
        told["error"].as_str().unwrap().contains("not a public one"),
        "{told}"
    );
    assert!(told["status"].is_null() && !receiver.has_more());
}

#[test]
fn nobody_is_sent_on_to_another_address() {
    let world = world_that_allows(&["127.0.0.1"]);
    let anna = Person::first(&world);
    let receiver = Receiver::of(|stream| {
        let _ =
            stream.write_all(b"HTTP/1.1 307 Go\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n");
    });
    let made = make(&world, &anna, &url(&receiver));
    world.publish_tea("1.0.0");
    receiver.next();
    let told = delivery(&world, &anna, &made, is_tried);
    assert_eq!(
        (&told["state"], &told["status"]),
        (&json!("PENDING"), &json!(307))
    );
    assert!(!receiver.has_more());
}

#[test]
fn a_receiver_that_behaves_badly_is_cut_off_and_keeps_nobody_waiting() {
    let world = world_that_allows(&["127.0.0.0/8"]);
    let anna = Person::first(&world);
    let hangs = Receiver::of(|stream| drop(stream.read(&mut [0])));
    let drips = Receiver::of(|stream| {
        for byte in b"HTTP/1.1 200 OK\r\nx-long: "
            .iter()
            .chain(std::iter::repeat(&b'a'))
        {
            std::thread::park_timeout(Duration::from_millis(20));
            if stream.write_all(&[*byte]).is_err() {
                return;
            }
        }
    });
    let floods = Receiver::of(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n");
        let _ = stream.write_all(&vec![b'a'; 10_000_000]);
    });
    let breaks = Receiver::of(|stream| drop(stream.write_all(b"HTTP/1.1 20")));
    let thanks = Receiver::of(thank);
    let all = [&hangs, &drips, &floods, &breaks, &thanks];
    let made = all.map(|receiver| make(&world, &anna, &url(receiver)));
    world.publish_tea("1.0.0");
    assert!(thanks.next().body.contains("tea-maker"));
    let [hung, dripped, flooded, broken, thanked] = made
        .each_ref()
        .map(|made| delivery(&world, &anna, made, is_tried));
    for late in [hung, dripped] {
        assert_eq!(late["error"], "the receiver took too long");
        let took = late["tookMs"].as_u64().unwrap();
        assert!(u128::from(took) < TIME.as_millis() * 5, "{late}");
    }
    assert_eq!(flooded["state"], "DELIVERED");
    assert_eq!(flooded["answer"].as_str().unwrap().len(), 1000);
    assert_eq!(broken["state"], "PENDING");
    assert!(
        broken["error"]
            .as_str()
            .unwrap()
            .starts_with("the receiver gave no answer")
    );
    assert_eq!(thanked["state"], "DELIVERED");
}

#[test]
fn webhooks_are_an_owners_and_an_admins() {
    let world = world_that_allows(&[]);
    world.publish_tea("1.0.0");
    let anna = Person::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let body = json!({"url": "https://a.example/", "pack": "imported-skills"});
    let refused = bruno.send(&world, "POST", "/api/webhooks", &body);
    assert_eq!(refused.status, 403, "{}", refused.text());
    assert_eq!(
        bruno
            .send(
                &world,
                "POST",
                "/api/webhooks",
                &json!({"url": "https://a.example/"})
            )
            .status,
        403
    );
    let made = make(&world, &anna, "https://a.example/");
    let path = format!("/api/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    let seen =
        |person: &Person, path: &str| world.request("GET", path, &[("cookie", &person.cookie)]);
    assert_eq!(seen(&anna, &path).status, 200);
    assert_eq!(seen(&bruno, &path).status, 404);
    assert_eq!(seen(&bruno, "/api/webhooks").json()["totalItems"], 0);
    assert_eq!(
        bruno
            .send(&world, "PATCH", &path, &json!({"isEnabled": false}))
            .status,
        404
    );
    let off = anna
        .send(&world, "PATCH", &path, &json!({"isEnabled": false}))
        .json();
    assert_eq!(off["disabledReason"], "switched off by anna");
    assert_eq!(anna.send(&world, "DELETE", &path, &json!({})).status, 204);
    assert_eq!(seen(&anna, &path).status, 404);
}

#[test]
fn a_person_makes_switches_and_removes_one_without_javascript() {
    let world = world_that_allows(&[]);
    let anna = Person::first(&world);
    let made = anna.submit(
        &world,
        "/account/webhooks",
        "url=https://a.example/h&pack=&skill=&yanked=true",
    );
    assert_eq!(made.status, 200, "{}", made.text());
    assert!(made.text().contains("whsec_") && made.text().contains("a release is withdrawn"));
    let refused = anna.submit(&world, "/account/webhooks", "url=http://127.0.0.1/&pack=");
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("not a public one"));
    let list = anna.get(&world, "/account/webhooks");
    let path = list.text().split("href=\"").find_map(|part| {
        let path = part.split('"').next().unwrap();
        (path.len() > 20 && path.starts_with("/account/webhooks/")).then(|| path.to_owned())
    });
    let path = path.unwrap();
    assert_eq!(
        anna.submit(&world, &format!("{path}/switch"), "on=false")
            .status,
        303
    );
    assert!(
        anna.get(&world, &path)
            .text()
            .contains("switched off by anna")
    );
    assert!(
        anna.submit(&world, &format!("{path}/secret"), "")
            .text()
            .contains("whsec_")
    );
    assert_eq!(
        anna.submit(&world, &format!("{path}/removal"), "").status,
        303
    );
    assert_eq!(anna.get(&world, &path).status, 404);
}
