//! A database server that restarts while many publish and read: they are told to come back, and nothing is lost.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use tokio::runtime::Runtime;

use crate::postgres;
use crate::publish_faults::{Acknowledged, check, leaf, open, publish, set_up};
use crate::serve::address;
use crate::world::World;

const PUBLISHERS: u32 = 4;
const READERS: u32 = 3;

/// What the load saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Saw {
    Published,
    PublishRefused,
    Read,
    ReadRefused,
}

/// What all who ask know together.
struct Load<'l> {
    url: &'l str,
    token: &'l str,
    known: Mutex<Acknowledged>,
    is_over: AtomicBool,
    asked: AtomicU32,
}

impl Load<'_> {
    /// Publishes version after version; one that was refused is tried again as it is.
    fn publish_on(&self, publisher: u32, saw: &mpsc::Sender<Saw>) {
        let mut patch = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            let version = format!("1.0.{patch}");
            let (name, archive) = leaf(publisher, &version, &[]);
            let answer = publish(self.url, self.token, &archive);
            let (status, wait, body) = answer.expect("every publish is answered");
            match status {
                200 | 201 => {
                    let digest = body["digest"].as_str().unwrap().to_owned();
                    let key = (name.to_string(), version);
                    self.known.lock().unwrap().insert(key, digest);
                    patch += 1;
                    let _ = saw.send(Saw::Published);
                }
                503 => {
                    assert!(wait.is_some(), "it says when to come back: {body}");
                    let _ = saw.send(Saw::PublishRefused);
                }
                other => panic!("{other}: {body}"),
            }
        }
    }

    /// Reads what no cache holds.
    fn read_on(&self, saw: &mpsc::Sender<Saw>) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        while !self.is_over.load(Ordering::Relaxed) {
            let after = self.asked.fetch_add(1, Ordering::Relaxed);
            let path = format!("{}/api/events?after={after}", self.url);
            let answer = agent.get(path).call().expect("every question is answered");
            let what = match answer.status().as_u16() {
                200 => Saw::Read,
                503 => {
                    assert!(answer.headers().contains_key("retry-after"));
                    Saw::ReadRefused
                }
                other => panic!("{other}"),
            };
            let _ = saw.send(what);
        }
    }
}

/// Waits until the load has seen some things so often.
fn wait_for(seen: &mpsc::Receiver<Saw>, wanted: &[Saw], times: u32) {
    for one in wanted {
        let mut left = times;
        while left > 0 {
            let saw = seen.recv_timeout(Duration::from_secs(60)).unwrap();
            left -= u32::from(saw == *one);
        }
    }
}

#[test]
fn while_postgresql_restarts_under_load_all_are_told_to_come_back_and_nothing_is_lost() {
    let world = World::alone();
    let (runtime, data) = (Runtime::new().unwrap(), world.path("project/catalog"));
    let database = postgres::private();
    let at = Some(database.url());
    let token = set_up(&runtime, &data, at.clone());
    let place = format!("--data catalog --database {}", database.url());
    let mut server = world.start(&format!("serve --listen 127.0.0.1:0 {place}"));
    let url = address(&mut server);
    let load = Load {
        url: &url,
        token: &token,
        known: Mutex::default(),
        is_over: AtomicBool::new(false),
        asked: AtomicU32::new(0),
    };
    std::thread::scope(|scope| {
        let (saw, seen) = mpsc::channel();
        for publisher in 0..PUBLISHERS {
            let (load, saw) = (&load, saw.clone());
            scope.spawn(move || load.publish_on(publisher, &saw));
        }
        for _ in 0..READERS {
            let (load, saw) = (&load, saw.clone());
            scope.spawn(move || load.read_on(&saw));
        }
        for _ in 0..2 {
            wait_for(&seen, &[Saw::Published, Saw::Read], 5);
            database.stop();
            wait_for(&seen, &[Saw::PublishRefused, Saw::ReadRefused], 2);
            database.start_again();
            wait_for(&seen, &[Saw::Published, Saw::Read], 5);
        }
        load.is_over.store(true, Ordering::Relaxed);
    });
    server.kill().unwrap();
    server.wait().unwrap();
    let known = load.known.into_inner().unwrap();
    assert!(known.len() >= 20, "{}", known.len());
    world.guild(&format!("fsck {place}")).ok();
    let catalog = open(&runtime, &data, at);
    check(&catalog, &runtime, &known);
    runtime.block_on(catalog.close());
}
