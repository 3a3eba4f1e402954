//! What a page does to get a tab out of the plan's origins: nothing of it leaves the browser.

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use guild_check_browser::outcome::FlowOutcome;

use super::{Answer, Site, World, numbered, plan};

/// A server on another loopback address that keeps what it is sent and never answers.
struct Stranger {
    address: std::net::SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
    listens: JoinHandle<()>,
}

/// The word that ends a stranger.
const END: &str = "that is all";

impl Stranger {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.2:0").unwrap();
        let address = listener.local_addr().unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heard);
        // One after the other: a connection that says nothing is held until the browser ends, and the next one waits.
        let listens = thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut words = [0; 2048];
                let length = stream.read(&mut words).unwrap_or(0);
                let words = String::from_utf8_lossy(&words[..length]).into_owned();
                if words == END {
                    return;
                }
                kept.lock().unwrap().push(words);
            }
        });
        Self {
            address,
            heard,
            listens,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Gives all that it was sent; the browser has ended, so nothing more comes.
    fn heard(self) -> Vec<String> {
        use std::io::Write as _;
        TcpStream::connect(self.address)
            .unwrap()
            .write_all(END.as_bytes())
            .unwrap();
        self.listens.join().unwrap();
        Arc::into_inner(self.heard).unwrap().into_inner().unwrap()
    }
}

/// The ways out: a name, and what the page holds; `{F}` is the foreign address, `{R}` one of ours that leads on to it,
/// `{P}` a page of another origin, for frames. What has the id `go` is clicked.
const WAYS: &[(&str, &str)] = &[
    ("link", "<a id=go href='{F}'>Go</a>"),
    ("new tab", "<a id=go target=_blank href='{F}'>Go</a>"),
    (
        "new tab with opener",
        "<a id=go target=_blank rel=opener href='{F}'>Go</a>",
    ),
    (
        "new tab without referrer",
        "<a id=go target=_blank rel=noreferrer href='{F}'>Go</a>",
    ),
    ("named tab", "<a id=go target=other href='{F}'>Go</a>"),
    ("download", "<a id=go download href='{F}'>Go</a>"),
    (
        "window.open",
        "<button id=go onclick=\"window.open('{F}')\">Go</button>",
    ),
    (
        "window.open without opener",
        "<button id=go onclick=\"window.open('{F}', '_blank', 'noopener')\">Go</button>",
    ),
    (
        "window.open as a popup",
        "<button id=go onclick=\"window.open('{F}', '_blank', 'popup,width=300,height=300')\">Go</button>",
    ),
    (
        "window.open and then",
        "<button id=go onclick=\"const w = window.open('about:blank'); w.location = '{F}'\">Go</button>",
    ),
    (
        "window.open and written",
        "<button id=go onclick=\"const d = window.open().document; d.write('<meta http-equiv=refresh content=&quot;0;url={F}&quot;>'); d.close()\">Go</button>",
    ),
    (
        "window.open of a page of its own making",
        "<button id=go onclick=\"window.open(window.URL.createObjectURL(new Blob(['<script>location = `{F}`</scr' + 'ipt>'], {type: 'text/html'})))\">Go</button>",
    ),
    (
        "location",
        "<button id=go onclick=\"location = '{F}'\">Go</button>",
    ),
    (
        "location later",
        "<button id=go onclick=\"setTimeout(() => location.replace('{F}'), 5)\">Go</button>",
    ),
    (
        "form",
        "<form method=post action='{F}'><input name=a value=mine><button id=go>Go</button></form>",
    ),
    (
        "form to a new tab",
        "<form target=_blank method=post action='{F}'><input name=a value=mine><button id=go>Go</button></form>",
    ),
    (
        "middle click",
        "<a id=to href='{F}'>To</a><button id=go onclick=\"to.dispatchEvent(new MouseEvent('click', {button: 1, bubbles: true}))\">Go</button>",
    ),
    (
        "click with a key",
        "<a id=to href='{F}'>To</a><button id=go onclick=\"to.dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true}))\">Go</button>",
    ),
    ("redirect", "<a id=go href='{R}'>Go</a>"),
    (
        "redirect of a new tab",
        "<a id=go target=_blank href='{R}'>Go</a>",
    ),
    (
        "redirect of a form",
        "<form method=post action='{R}'><input name=a value=mine><button id=go>Go</button></form>",
    ),
    ("refresh", "<a id=go href='/refresh'>Go</a>"),
    (
        "refresh in a new tab",
        "<a id=go target=_blank href='/refresh'>Go</a>",
    ),
    (
        "a link in a frame to the top",
        "<iframe src='{P}?top'></iframe>",
    ),
    (
        "a link in a frame to a new tab",
        "<iframe src='{P}?new'></iframe>",
    ),
    (
        "a link in a frame of our own",
        "<iframe srcdoc=\"<a id=go target=_blank href='{F}'>Go</a>\"></iframe>",
    ),
];

/// What the frame of another origin holds.
const FRAMED: &str = "<a id=go href='{F}'>Go</a><script>go.target = location.search === '?top' ? '_top' : '_blank'</script>";

#[test]
fn no_way_out_of_the_plans_origins_lets_a_request_leave() {
    let stranger = Stranger::new();
    let away = stranger.url("/away");
    let framed = Site::page(&FRAMED.replace("{F}", &away));
    let mut paths: Vec<(String, Answer)> = vec![
        (
            "/redirect".to_owned(),
            Answer::Raw(307, format!("location: {away}\r\n"), String::new()),
        ),
        (
            "/refresh".to_owned(),
            Answer::page(&format!("<meta http-equiv=refresh content='0;url={away}'>")),
        ),
    ];
    let frame = framed.url("/").replace("127.0.0.1", "localhost");
    for (index, (_, body)) in WAYS.iter().enumerate() {
        let body = body
            .replace("{F}", &away)
            .replace("{R}", "/redirect")
            .replace("{P}", &frame);
        // What a page of another tab would do is waited for.
        let after = "<script>addEventListener('click', () => setTimeout(() => done.textContent = 'Later', 300)); addEventListener('blur', () => setTimeout(() => done.textContent = 'Later', 300))</script>";
        paths.push((
            format!("/{index}"),
            Answer::page(&format!("<h1>Home</h1><p id=done></p>{body}{after}")),
        ));
    }
    let paths: Vec<(&str, Answer)> = paths
        .iter()
        .map(|(path, answer)| (path.as_str(), answer.clone()))
        .collect();
    let site = Site::new(&paths);
    let flows: Vec<String> = WAYS
        .iter()
        .enumerate()
        .map(|(index, (name, _))| {
            let steps =
                format!("Navigate to `/{index}`\nClick `#go`\nAssert text \"Later\" is visible");
            format!("## Flow: {name}\n\n{}", numbered(&steps))
        })
        .collect();
    let mut world = World::new();
    world.options.jobs = 4;
    let outcome = world.run_plan(&plan(&site, "", &flows.join("\n")));
    let heard = stranger.heard();
    for ((name, _), flow) in WAYS.iter().zip(&outcome.flows) {
        let said = said(flow);
        let is_told = |words: &&str| words.contains("outside the origins that the plan names");
        assert!(said.iter().any(is_told), "{name}: {said:?}");
    }
    assert!(heard.is_empty(), "{heard:#?}");
}

/// Gives what was said of a flow's steps.
fn said(flow: &FlowOutcome) -> Vec<&str> {
    let steps = flow.steps.iter();
    steps
        .flat_map(|step| step.actual.iter().chain(&step.notes))
        .map(String::as_str)
        .collect()
}

/// What a page loads of others is theirs and its own, as it is for its users: it is let through, and told of.
#[test]
fn what_a_page_loads_from_others_is_no_way_out_and_is_recorded() {
    const WORKER: &str = "fetch('{T}/from-NAME', {mode: 'no-cors'})";
    let tracker = Site::new(&[("/frame", Answer::page("<p>Framed</p>"))]);
    let script = |name: &str| {
        let text = WORKER
            .replace("{T}", tracker.origin())
            .replace("NAME", name);
        Answer::Raw(200, "content-type: text/javascript\r\n".to_owned(), text)
    };
    let page = "<h1>Home</h1><p id=out></p><a id=link href='#there' ping='{T}/ping'>Here</a>
        <button id=go>Go</button><script>
        go.onclick = async () => {
          new Image().src = '{T}/image';
          fetch('{T}/fetch', {mode: 'no-cors'});
          navigator.sendBeacon('{T}/beacon');
          link.click();
          new Worker('/worker.js');
          new SharedWorker('/shared.js');
          navigator.serviceWorker.register('/service.js');
          document.body.insertAdjacentHTML('beforeend', '<iframe src=\"{T}/frame\"></iframe>');
        };
        </script>";
    let site = Site::new(&[
        ("/", Answer::page(&page.replace("{T}", tracker.origin()))),
        ("/worker.js", script("worker")),
        ("/shared.js", script("shared")),
        ("/service.js", script("service")),
    ]);
    let paths = [
        "/image",
        "/fetch",
        "/beacon",
        "/ping",
        "/frame",
        "/from-worker",
        "/from-shared",
        "/from-service",
    ];
    let asked: String = paths
        .map(|path| format!("Assert network `* {{t}}{path}` was called 1 time\n"))
        .concat();
    let asked = asked
        .replace("* {t}/ping", "POST {t}/ping")
        .replace("* {t}/beacon", "POST {t}/beacon")
        .replace("* ", "GET ")
        .replace("{t}", tracker.origin());
    let outcome = World::new().run(
        &site,
        &format!(
            "Navigate to `/`\nClick `#go`\nAssert text \"Framed\" is visible\n{}",
            asked.trim_end()
        ),
    );
    super::passes(&outcome);
    for path in paths {
        assert!(tracker.was_asked(path), "{path}");
    }
}

/// A page that the browser makes ready behind the scenes is not the one that a user looks at.
#[test]
fn a_page_that_is_made_ready_ahead_is_not_judged_in_place_of_the_one_in_view() {
    let rules = |kind: &str, url: &str| {
        format!(
            "<script type=speculationrules>{{\"{kind}\": [{{\"source\": \"list\", \"urls\": [\"{url}\"], \"eagerness\": \"immediate\"}}]}}</script>"
        )
    };
    let stranger = Stranger::new();
    let home = format!(
        "<h1>Home</h1><a href=/next>Next</a><p id=out></p>{}{}<script>setTimeout(() => out.textContent = 'Later', 500)</script>",
        rules("prerender", "/next"),
        rules("prefetch", &stranger.url("/ahead")),
    );
    let site = Site::new(&[
        ("/", Answer::page(&home)),
        (
            "/next",
            Answer::page(
                "<h1>Next</h1><button onclick=\"this.textContent = 'Done'\">Do</button><script>fetch('/api')</script>",
            ),
        ),
        ("/api", Answer::json(200, "{}")),
    ]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nAssert text \"Later\" is visible\nAssert `h1` has text \"Home\"\nClick link \"Next\"\nAssert `h1` has text \"Next\"\nAssert URL is `/next`\nAssert network `GET /api` responds `200`\nClick button \"Do\"\nAssert button \"Done\" is visible\nAssert LCP is below 60000 ms",
    );
    super::passes(&outcome);
    let heard = stranger.heard();
    assert!(heard.is_empty(), "{heard:#?}");
}

#[test]
fn a_page_that_the_page_makes_of_itself_is_one_of_its_own() {
    let site = Site::page(
        "<button onclick=\"window.open(window.URL.createObjectURL(new Blob(['<h1>Preview</h1>'], {type: 'text/html'})))\">Preview</button>",
    );
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Preview\"\nAssert `h1` has text \"Preview\"",
    );
    super::passes(&outcome);
}
