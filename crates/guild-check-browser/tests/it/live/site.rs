//! A small web server on loopback.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a path answers.
#[derive(Clone)]
pub(crate) enum Answer {
    /// A page of HTML.
    Page(String),
    /// A status, headers (each with its line end) and a body.
    Raw(u16, String, String),
    /// The beginning of a page; the connection stays open.
    Endless(String),
    /// Nothing at all; the connection stays open.
    Silence,
    /// How often another path was asked for.
    Count(&'static str),
}

/// A web server with an origin of its own; it stops with the process.
pub(crate) struct Site {
    origin: String,
    /// The paths that were asked for.
    asked: Arc<Mutex<Vec<String>>>,
    held: Arc<Mutex<Held>>,
}

/// The connections that stay open until the other side closes them.
#[derive(Default)]
struct Held {
    now: usize,
    most: usize,
}

impl Site {
    /// Serves paths; other paths are not found.
    pub(crate) fn new(paths: &[(&str, Answer)]) -> Self {
        let paths: HashMap<String, Answer> = paths
            .iter()
            .map(|(path, answer)| ((*path).to_owned(), answer.clone()))
            .collect();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let held = Arc::new(Mutex::new(Held::default()));
        let site = Self {
            origin,
            asked: Arc::clone(&asked),
            held: Arc::clone(&held),
        };
        let paths = Arc::new(paths);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (paths, asked) = (Arc::clone(&paths), Arc::clone(&asked));
                let held = Arc::clone(&held);
                thread::spawn(move || serve(stream, &paths, &asked, &held));
            }
        });
        site
    }

    /// Serves one page at `/`.
    pub(crate) fn page(html: &str) -> Self {
        Self::new(&[("/", Answer::page(html))])
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Says whether a path was asked for.
    pub(crate) fn was_asked(&self, path: &str) -> bool {
        self.times_asked(path) > 0
    }

    /// Says how often a path was asked for.
    pub(crate) fn times_asked(&self, path: &str) -> usize {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|asked| *asked == path).count()
    }

    /// Says how many connections without an answer were open at once at the most.
    pub(crate) fn most_held(&self) -> usize {
        self.held.lock().unwrap().most
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

impl Answer {
    pub(crate) fn page(body: &str) -> Self {
        Self::Page(format!(
            "<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title>\
             <link rel=icon href=data:,></head><body>{body}</body></html>"
        ))
    }

    pub(crate) fn json(status: u16, body: &str) -> Self {
        Self::Raw(
            status,
            "content-type: application/json\r\n".to_owned(),
            body.to_owned(),
        )
    }

    pub(crate) fn redirect(to: &str) -> Self {
        Self::Raw(303, format!("location: {to}\r\n"), String::new())
    }
}

fn serve(
    mut stream: TcpStream,
    paths: &HashMap<String, Answer>,
    asked: &Mutex<Vec<String>>,
    held: &Mutex<Held>,
) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    let method = line.split(' ').next().unwrap_or("GET").to_owned();
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).is_err() || header.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let plain = path.split('?').next().unwrap_or("/");
    asked.lock().unwrap().push(plain.to_owned());
    let found = paths
        .get(&format!("{method} {plain}"))
        .or_else(|| paths.get(plain));
    let (status, headers, body) = match found {
        Some(Answer::Page(html)) => (200, "content-type: text/html\r\n".to_owned(), html.clone()),
        Some(Answer::Raw(status, headers, body)) => (*status, headers.clone(), body.clone()),
        Some(Answer::Endless(beginning)) => {
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100000\r\n\r\n";
            drop(stream.write_all(format!("{head}{beginning}").as_bytes()));
            return hold(stream, held);
        }
        Some(Answer::Silence) => return hold(stream, held),
        Some(Answer::Count(of)) => {
            let asked = asked.lock().unwrap();
            let count = asked.iter().filter(|asked| asked == of).count();
            (200, String::new(), count.to_string())
        }
        None => (
            404,
            "content-type: text/plain\r\n".to_owned(),
            "not found".to_owned(),
        ),
    };
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status} Status\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    drop(stream.write_all(answer.as_bytes()));
}

/// Keeps a connection until the other side closes it.
fn hold(mut stream: TcpStream, held: &Mutex<Held>) {
    let mut count = held.lock().unwrap();
    count.now += 1;
    count.most = count.most.max(count.now);
    drop(count);
    let mut rest = Vec::new();
    drop(stream.read_to_end(&mut rest));
    held.lock().unwrap().now -= 1;
}
