//! A real Chromium, driven by the W3C WebDriver protocol.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Connection;

/// A browser that starts beside a build takes this long at the worst.
const DEADLINE: Duration = Duration::from_secs(90);

const HOW_TO_INSTALL: &str = "these tests drive the pages in a real browser: install Chromium and its driver \
     (`apt install chromium chromium-driver`), or set GUILD_CHROMIUM and GUILD_CHROMEDRIVER";

/// How long a fact may take to come true on a page.
const PATIENCE_MS: u64 = 20_000;

/// The Tab key, as the protocol writes it.
pub(crate) const TAB: char = '\u{e004}';

/// The Enter key.
pub(crate) const ENTER: char = '\u{e007}';

/// The Control key, held until the end of the keys.
pub(crate) const CONTROL: char = '\u{e009}';

/// How large the screen is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Screen {
    Desk,
    Phone,
}

/// What the reader prefers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

/// A browser with a fresh profile. It ends with the test.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Opens a browser.
    pub(crate) fn open(screen: Screen, scheme: Scheme) -> Self {
        let (driver, address) = start_driver();
        let profile = TempDir::new().unwrap();
        let mut browser = Self {
            driver,
            address,
            session: String::new(),
            _profile: profile,
        };
        let capabilities = capabilities(browser._profile.path());
        browser.session = browser.start(&json!({ "capabilities": capabilities }));
        let timeouts = json!({ "script": PATIENCE_MS, "pageLoad": PATIENCE_MS });
        browser.tell("/timeouts", &timeouts);
        browser.emulate(screen, scheme);
        browser
    }

    /// Starts the browser itself, which on a busy machine may crash as it starts; gives the session's name.
    fn start(&self, capabilities: &Value) -> String {
        const STARTS: usize = 3;
        let mut said = Value::Null;
        for _ in 0..STARTS {
            let (status, value) = self.exchange("POST", "/session", capabilities);
            if status == 200 {
                return value["sessionId"].as_str().unwrap().to_owned();
            }
            said = value["message"].clone();
        }
        panic!("no browser in {STARTS} starts: {said}");
    }

    fn emulate(&self, screen: Screen, scheme: Scheme) {
        let (width, height, is_mobile) = match screen {
            Screen::Desk => (1280, 900, false),
            Screen::Phone => (390, 844, true),
        };
        let scheme = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_mobile }),
        );
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [feature] }),
        );
    }

    /// Has the browser run no script of a page; what a test asks for is still run.
    pub(crate) fn switch_scripts_off(&self) {
        self.devtools(
            "Emulation.setScriptExecutionDisabled",
            &json!({ "value": true }),
        );
    }

    /// Waits until the browser is at an address, without running a script.
    pub(crate) fn arrive(&self, url: &str) {
        let deadline = Instant::now() + DEADLINE;
        let path = self.path("/url");
        let mut at = Value::Null;
        while Instant::now() < deadline {
            at = self.exchange("GET", &path, &json!({})).1;
            if at == url {
                return;
            }
        }
        panic!("the browser did not arrive at {url}: it is at {at}");
    }

    /// Loads a page.
    pub(crate) fn go(&self, url: &str) {
        self.tell("/url", &json!({ "url": url }));
    }

    /// Gives the address of the page.
    pub(crate) fn url(&self) -> String {
        self.eval("location.href").as_str().unwrap().to_owned()
    }

    /// Gives the value of an expression on the page.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});"))
    }

    /// Runs a script on the page and gives what it returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.tell("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until an expression is true on the page.
    pub(crate) fn wait(&self, expression: &str) {
        let script = format!(
            "const done = arguments[0]; const look = () => {{ \
             if ({expression}) {{ done(true); }} else {{ setTimeout(look, 20); }} }}; look();"
        );
        let body = json!({ "script": script, "args": [] });
        let deadline = Instant::now() + DEADLINE;
        loop {
            let (status, value) = self.exchange("POST", &self.path("/execute/async"), &body);
            // A page that is left takes the script with it, in the middle or as it is handed over: the next is asked.
            match status {
                200 => return,
                _ if Instant::now() < deadline => {}
                _ => {
                    let announced = self.eval("document.getElementById('announcer')?.textContent");
                    panic!(
                        "`{expression}` did not come true on {}: {announced} ({})",
                        self.url(),
                        value["message"]
                    );
                }
            }
        }
    }

    /// Clicks the element that a selector finds.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.tell(
            "/element",
            &json!({ "using": "css selector", "value": selector }),
        );
        let id = found.as_object().and_then(|found| found.values().next());
        let id = id.and_then(Value::as_str).unwrap();
        self.tell(&format!("/element/{id}/click"), &json!({}));
    }

    /// Presses keys, one after the other, on whatever has the focus.
    pub(crate) fn press(&self, keys: impl IntoIterator<Item = char>) {
        let mut actions = Vec::new();
        let mut held = Vec::new();
        for key in keys {
            actions.push(json!({ "type": "keyDown", "value": key }));
            if key == CONTROL {
                held.push(json!({ "type": "keyUp", "value": key }));
            } else {
                actions.push(json!({ "type": "keyUp", "value": key }));
            }
        }
        actions.extend(held);
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.tell("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Gives what the console has said since it was last asked, as `LEVEL: message`.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.tell("/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().unwrap().iter();
        let said = entries.map(|entry| format!("{}: {}", entry["level"], entry["message"]));
        said.collect()
    }

    /// Gives the addresses that pages have asked for since it was last asked.
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.tell("/se/log", &json!({ "type": "performance" }));
        let entries = entries.as_array().unwrap().iter();
        let messages = entries.map(|entry| entry["message"].as_str().unwrap());
        let messages = messages.map(|text| serde_json::from_str::<Value>(text).unwrap());
        let sent = messages.filter(|one| one["message"]["method"] == "Network.requestWillBeSent");
        let asked = sent.map(|one| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let parameters = &one["message"]["params"];
            (
                text(&parameters["documentURL"]),
                text(&parameters["request"]["url"]),
            )
        });
        // The browser's own first page is none of ours.
        let of_pages = asked.filter(|(document, _)| document.starts_with("http"));
        of_pages.map(|(_, url)| url).collect()
    }

    /// Sends a command of the devtools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.tell(
            "/goog/cdp/execute",
            &json!({ "cmd": command, "params": parameters }),
        )
    }

    /// Sends a command of the session.
    fn tell(&self, command: &str, body: &Value) -> Value {
        self.ask("POST", &self.path(command), body)
    }

    fn path(&self, command: &str) -> String {
        format!("/session/{}{command}", self.session)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, value) = self.exchange(method, path, body);
        assert_eq!(status, 200, "{method} {path}: {}", value["message"]);
        value
    }

    fn exchange(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut connection = Connection::open(self.address);
        connection.stream.set_read_timeout(Some(DEADLINE)).unwrap();
        connection.send(format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ));
        let answer = connection.answer_to(method);
        (answer.status, answer.json()["value"].clone())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // The driver closes the browser; when it cannot, there is nothing left to close.
            let _ = self.exchange("DELETE", &self.path(""), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts the driver on a free port.
fn start_driver() -> (Child, SocketAddr) {
    let program = find("GUILD_CHROMEDRIVER", &["chromedriver"]);
    let started = Command::new(&program)
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut driver = started.unwrap_or_else(|error| {
        panic!(
            "{} does not start ({error}): {HOW_TO_INSTALL}",
            program.display()
        )
    });
    let output = BufReader::new(driver.stdout.take().expect("its output is piped"));
    let port = output.lines().find_map(|line| {
        let line = line.ok()?;
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse::<u16>().ok()
    });
    let port = port.expect("chromedriver says which port it took");
    (driver, SocketAddr::from(([127, 0, 0, 1], port)))
}

fn capabilities(profile: &Path) -> Value {
    let mut arguments = vec![
        "--headless".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-quic".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        format!("--user-data-dir={}", profile.display()),
    ];
    // Chromium has no sandbox for root.
    if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        arguments.push("--no-sandbox".to_owned());
    }
    let binary = find(
        "GUILD_CHROMIUM",
        &["chromium", "chromium-browser", "google-chrome"],
    );
    json!({
        "alwaysMatch": {
            "goog:chromeOptions": { "binary": binary, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        }
    })
}

/// Finds a program by a variable or on the PATH.
fn find(variable: &str, names: &[&str]) -> PathBuf {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return path.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let files = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files
        .into_iter()
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("there is no `{}` on the PATH: {HOW_TO_INSTALL}", names[0]))
}
