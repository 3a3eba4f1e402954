//! A server of tools over HTTP, and a client of it that writes each byte itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::{children, until};
use crate::world::World;

/// Longer than anything here takes.
const HANG: Duration = Duration::from_secs(60);

/// The server, until the test ends.
pub(crate) struct Tools {
    pub(crate) world: World,
    pub(crate) child: Child,
    /// Host and port.
    pub(crate) address: String,
}

impl Tools {
    pub(crate) fn start(world: World) -> Self {
        Self::with(world, "", &[])
    }

    /// Starts it with further arguments and variables.
    pub(crate) fn with(world: World, more: &str, variables: &[(&str, &str)]) -> Self {
        let mut command = world.command(&format!("mcp --http 127.0.0.1:0 {more}"));
        command.envs(variables.iter().copied());
        std::fs::create_dir_all(world.path("tmp")).unwrap();
        command.env("TMPDIR", world.path("tmp"));
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().split("http://").nth(1);
        let address = address.unwrap_or_else(|| panic!("{line}"));
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Self {
            world,
            child,
            address,
        }
    }

    /// Where it keeps what is only for a while.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.world.path("tmp")
    }

    pub(crate) fn client(&self) -> Client {
        Client::of(&self.address)
    }

    /// Tells it to stop, and gives what it ends with.
    pub(crate) fn stop(&mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.unwrap().success());
        self.child.wait().unwrap().code()
    }

    /// The variables of the one process that it has started.
    #[cfg(target_os = "linux")]
    pub(crate) fn variables_of_child(&self) -> String {
        let mut list = std::process::Command::new("ps");
        list.args(["-o", "pid=", "--ppid", &self.child.id().to_string()]);
        let list = String::from_utf8(list.output().unwrap().stdout).unwrap();
        let variables = std::fs::read(format!("/proc/{}/environ", list.trim()));
        String::from_utf8_lossy(&variables.unwrap()).into_owned()
    }

    /// The processes that it has started and that still run.
    pub(crate) fn children(&self) -> Vec<String> {
        children(self.child.id())
    }

    /// Waits until so many processes of it run.
    pub(crate) fn wait_for_children(&self, count: usize) {
        until(|| self.children().len() == count);
    }
}

impl Drop for Tools {
    fn drop(&mut self) {
        // It may have been stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer, whose body may still be coming.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of its head, names in small letters.
    head: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
    is_chunked: bool,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.head.iter().filter(|(key, _)| key == name);
        found.next().map(|(_, value)| value.as_str())
    }

    /// The next piece of the body; nothing at its end.
    fn piece(&mut self) -> Option<Vec<u8>> {
        if !self.is_chunked {
            let mut rest = Vec::new();
            self.reader.read_to_end(&mut rest).unwrap();
            return (!rest.is_empty()).then_some(rest);
        }
        let mut size = String::new();
        self.reader.read_line(&mut size).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let mut piece = vec![0; size + 2];
        self.reader.read_exact(&mut piece).ok()?;
        piece.truncate(size);
        (size > 0).then_some(piece)
    }

    pub(crate) fn body(mut self) -> String {
        let mut body = Vec::new();
        while let Some(piece) = self.piece() {
            body.extend(piece);
        }
        String::from_utf8(body).unwrap()
    }

    /// The next message of the stream; nothing at its end.
    pub(crate) fn message(&mut self) -> Option<Value> {
        loop {
            let piece = String::from_utf8(self.piece()?).unwrap();
            // A piece may hold several events; each of ours is written at once.
            let data = piece.lines().filter_map(|line| line.strip_prefix("data:"));
            let data = data.map(str::trim).find(|data| !data.is_empty());
            if let Some(data) = data {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }
}

/// A client.
pub(crate) struct Client {
    pub(crate) address: String,
    pub(crate) session: Option<String>,
    /// Further headers of each request.
    pub(crate) headers: Vec<(String, String)>,
    last: u64,
    /// What the user answers to each question, and the questions.
    pub(crate) answer: Value,
    pub(crate) questions: Vec<String>,
}

impl Client {
    pub(crate) fn of(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            session: None,
            headers: Vec::new(),
            last: 0,
            answer: Value::Null,
            questions: Vec::new(),
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Begins a session.
    pub(crate) fn greeted(mut self, capabilities: &Value) -> Self {
        let mut answer = self.initialize(capabilities);
        assert_eq!(answer.status, 200);
        self.session = answer.header("mcp-session-id").map(str::to_owned);
        assert!(self.session.is_some());
        let reply = answer.message().unwrap();
        assert_eq!(reply["result"]["serverInfo"]["name"], "guild", "{reply}");
        let done = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(self.post(&done).status, 202);
        self
    }

    pub(crate) fn initialize(&self, capabilities: &Value) -> Answer {
        self.post(
            &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" } } }),
        )
    }

    pub(crate) fn post(&self, message: &Value) -> Answer {
        self.send("POST", message.to_string().as_bytes())
    }

    /// Sends a request of any kind, and waits until its answer begins.
    pub(crate) fn send(&self, method: &str, body: &[u8]) -> Answer {
        received(self.write(method, body))
    }

    /// Sends a request of any kind, and waits for nothing.
    pub(crate) fn write(&self, method: &str, body: &[u8]) -> TcpStream {
        let mut headers = vec![
            ("host".to_owned(), self.address.clone()),
            (
                "accept".into(),
                "application/json, text/event-stream".into(),
            ),
            ("content-type".into(), "application/json".into()),
            ("content-length".into(), body.len().to_string()),
            ("connection".into(), "close".into()),
        ];
        let session = self.session.iter().cloned();
        headers.extend(session.map(|id| ("mcp-session-id".to_owned(), id)));
        for (name, value) in &self.headers {
            headers.retain(|(known, _)| known != name);
            headers.push((name.clone(), value.clone()));
        }
        let head = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let head: String = head.collect();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(HANG)).unwrap();
        let head = format!("{method} /mcp HTTP/1.1\r\n{head}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // Who is refused early may not be heard to the end.
        let _ = stream.write_all(body);
        stream
    }

    /// Begins a call, and gives its number and the answer that is coming.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> (u64, Answer) {
        self.last += 1;
        let id = self.last;
        let asked = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        (id, self.post(&asked))
    }

    /// Asks, answers what the server asks meanwhile, and gives the answer.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let (id, mut answer) = self.begin(method, params);
        if answer.header("content-type") == Some("application/json") {
            return serde_json::from_str(&answer.body()).unwrap();
        }
        assert_eq!(answer.status, 200);
        loop {
            let message = answer.message().expect("the server has said nothing");
            if message["method"] == "elicitation/create" {
                let question = message["params"]["message"].as_str().unwrap().to_owned();
                self.questions.push(question);
                let said = json!({ "jsonrpc": "2.0", "id": message["id"], "result": self.answer });
                assert_eq!(self.post(&said).status, 202);
            } else if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let call = json!({ "name": tool, "arguments": arguments });
        let reply = self.ask("tools/call", &call);
        assert!(reply["result"].is_object(), "{reply}");
        reply["result"].clone()
    }

    /// Ends the session.
    pub(crate) fn leave(&self) -> u16 {
        self.send("DELETE", b"").status
    }
}

/// Reads the head of an answer.
pub(crate) fn received(stream: TcpStream) -> Answer {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no answer: {line:?}"));
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        head.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let is_chunked = head.iter().any(|(name, _)| name == "transfer-encoding");
    Answer {
        status,
        head,
        reader,
        is_chunked,
    }
}
