//! A small HTTP server on a free port: one thread a connection, one request a connection.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};

/// A request as it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) query: Vec<(String, String)>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

/// What answers: it may write what it likes.
pub(super) type Handler = Arc<dyn Fn(&Request, &mut TcpStream) + Send + Sync>;

/// A server that ends when this is dropped.
pub(super) struct Server {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    requests: Arc<Mutex<Vec<Request>>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(super) fn start(
        handler: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (over, seen, handler) = (
            Arc::clone(&is_over),
            Arc::clone(&requests),
            Arc::new(handler) as Handler,
        );
        let thread = spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    break;
                }
                let (handler, seen) = (Arc::clone(&handler), Arc::clone(&seen));
                spawn(move || {
                    let Ok(mut stream) = stream else { return };
                    let Some(request) = read(&stream) else { return };
                    seen.lock().unwrap().push(request.clone());
                    handler(&request, &mut stream);
                });
            }
        });
        Self {
            address,
            is_over,
            requests,
            thread: Some(thread),
        }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All requests that came, in their order.
    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // The listener waits for a connection, and gets one.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers.
pub(super) fn answer(stream: &mut TcpStream, status: u16, headers: &str, body: &str) {
    let length = body.len();
    let head = if status == 204 {
        String::new()
    } else {
        format!("Content-Length: {length}\r\n")
    };
    // Who asked may be gone.
    let _ = write!(
        stream,
        "HTTP/1.1 {status} Status\r\nConnection: close\r\n{head}{headers}\r\n{body}"
    );
}

pub(super) const JSON: &str = "Content-Type: application/json\r\n";

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let (name, value) = (name.to_ascii_lowercase(), value.trim().to_owned());
        if name == "content-length" {
            length = value.parse().ok()?;
        }
        headers.push((name, value));
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let query = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    });
    Some(Request {
        method,
        path: decoded(path),
        query: query.collect(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap();
        bytes.push(if byte == b'%' {
            u8::try_from(digit() * 16 + digit()).unwrap()
        } else {
            byte
        });
    }
    String::from_utf8(bytes).unwrap()
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }
}
