//! A catalog of small skills, a clock that stands still, and a server on a free port.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use guild_catalog::{Catalog, CatalogOptions, Clock, LogOptions, Publication};
use guild_check::contract::Date;
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::rule::RulePage;
use guild_check::{Report, Settings, Source};
use guild_check_api::checklist::{Looked, checklist};
use guild_check_api::{Conventions, Form, Loading, Survey};
use guild_server::{
    Access, ServeError, Server, ServerConfig, ServerLimits, Subject, WorkCheck, WorkChecked,
};
use guild_skill::SkillName;
use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};
use tempfile::TempDir;
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::{Answer, Connection};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Noon of Nov 21, 2026, in UTC.
pub(crate) const NOON_MS: i64 = 1_795_262_400_000;

const TEA: &str = include_str!("samples/tea.md");
const TEA_PAGE: &str = include_str!("samples/tea_page.md");
const BREAD: &str = include_str!("samples/bread.md");

/// What becomes of a server that was told to stop.
type Stopping = JoinHandle<Result<(), ServeError>>;

/// The world of one test. Everything in it ends with it.
pub(crate) struct World {
    address: SocketAddr,
    clock: Arc<AtomicI64>,
    catalog: Catalog,
    limits: ServerLimits,
    stop: Option<oneshot::Sender<()>>,
    running: Option<Stopping>,
    runtime: Runtime,
    folder: TempDir,
}

impl World {
    /// A catalog that holds nothing.
    pub(crate) fn empty() -> Self {
        Self::with_limits(ServerLimits::standard())
    }

    /// A catalog of `tea-maker`, which has two releases and a written page, and `bread-baker`, which has neither.
    pub(crate) fn of_samples() -> Self {
        let world = Self::empty();
        world.publish_tea("1.0.0");
        world.publish_tea("1.1.0");
        world.publish("bread-baker", &[("SKILL.md", BREAD.as_bytes())]);
        world
    }

    /// The catalog as it is on its first start.
    pub(crate) fn of_developer_pack() -> Self {
        let world = Self::empty();
        let listing = world.catalog.list_developer_pack();
        world.runtime.block_on(listing).unwrap();
        world
    }

    /// An empty catalog whose clients have other limits.
    pub(crate) fn with_limits(limits: ServerLimits) -> Self {
        Self::new(limits, Access::standard())
    }

    /// A catalog of samples that lets in others.
    pub(crate) fn with_access(access: Access) -> Self {
        let world = Self::new(ServerLimits::standard(), access);
        world.publish_tea("1.0.0");
        world
    }

    /// An empty catalog that believes an issuer, for whose answer it waits a moment alone.
    pub(crate) fn believing(issuer: &str) -> Self {
        let limits = ServerLimits {
            issuer_answer: Duration::from_millis(500),
            ..ServerLimits::standard()
        };
        let access = Access {
            trusted_issuers: vec![issuer.parse().unwrap()],
            ..Access::standard()
        };
        Self::new(limits, access)
    }

    /// An empty catalog with limits of its own that lets in others.
    pub(crate) fn new(limits: ServerLimits, access: Access) -> Self {
        let runtime = Runtime::new().unwrap();
        let folder = TempDir::new().unwrap();
        let clock = Arc::new(AtomicI64::new(NOON_MS));
        let options = CatalogOptions {
            data: folder.path().to_owned(),
            database: None,
            archives: None,
            log: LogOptions::default(),
            clock: reading(&clock),
        };
        let catalog = runtime.block_on(Catalog::open(options)).unwrap();
        let config = ServerConfig {
            access,
            ..config("127.0.0.1:0".parse().unwrap(), &clock, limits)
        };
        let server = runtime
            .block_on(guild_server::bind(config, catalog.clone()))
            .unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let running = runtime.spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self {
            address,
            clock,
            catalog,
            limits,
            stop: Some(stop),
            running: Some(running),
            runtime,
            folder,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, milliseconds: i64) {
        self.clock.fetch_add(milliseconds, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[])
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers: String = headers.collect();
        let mut connection = Connection::open(self.address);
        connection.send(format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}\r\n",
            self.address
        ));
        connection.answer_to(method)
    }

    /// Sends a body.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers: String = headers.collect();
        let length = body.len();
        let mut connection = Connection::open(self.address);
        connection.send(format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}",
            self.address
        ));
        connection.answer_to(method)
    }

    /// Does something with the catalog behind the server.
    pub(crate) fn with_catalog<T>(&self, work: impl AsyncFnOnce(&Catalog) -> T) -> T {
        self.runtime.block_on(work(&self.catalog))
    }

    /// Publishes a release of `tea-maker`.
    pub(crate) fn publish_tea(&self, version: &str) {
        let skill_md = TEA.replace("VERSION", version);
        self.publish(
            "tea-maker",
            &[
                ("SKILL.md", skill_md.as_bytes()),
                ("PAGE.md", TEA_PAGE.as_bytes()),
                (
                    "references/water.html",
                    b"<script>alert('water')</script>\n",
                ),
                ("assets/leaf.bin", &[0, 159, 146, 150]),
            ],
        );
    }

    /// Publishes a `tea-maker` that a narrow connection does not hold at once, and gives the length of its archive.
    pub(crate) fn publish_large(&self) -> usize {
        let noise: Vec<u8> = noise().take(4_200_000).collect();
        let skill_md = TEA.replace("VERSION", "1.0.0");
        self.publish(
            "tea-maker",
            &[
                ("SKILL.md", skill_md.as_bytes()),
                ("assets/noise.bin", &noise),
            ],
        );
        let head = self.request("HEAD", "/skills/tea-maker/tea-maker.zip", &[]);
        head.header("content-length").unwrap().parse().unwrap()
    }

    /// Opens a connection that takes little before it is read.
    pub(crate) fn connect_narrowly(&self) -> Connection {
        let stream = self.runtime.block_on(async {
            let socket = TcpSocket::new_v4().unwrap();
            socket.set_recv_buffer_size(4096).unwrap();
            let stream = socket.connect(self.address).await.unwrap();
            stream.into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        Connection::over(stream)
    }

    /// Cuts every archive on disk short by a byte.
    pub(crate) fn damage_archives(&self) {
        let mut folders = vec![self.folder.path().join("archives")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(&path).unwrap();
                    std::fs::write(path, &bytes[1..]).unwrap();
                }
            }
        }
    }

    /// Puts a file into the data folder, where no client may get at it.
    pub(crate) fn plant(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }

    /// Tries to serve on the port that is taken.
    pub(crate) fn bind_again(&self) -> Result<Server, ServeError> {
        self.bind_at(self.address)
    }

    pub(crate) fn bind_at(&self, address: SocketAddr) -> Result<Server, ServeError> {
        let config = config(address, &self.clock, self.limits);
        self.runtime
            .block_on(guild_server::bind(config, self.catalog.clone()))
    }

    /// Opens the catalog and starts a server on it again, after it was stopped.
    pub(crate) fn start_again(&mut self) {
        self.runtime.block_on(self.catalog.close());
        let options = CatalogOptions {
            data: self.folder.path().to_owned(),
            database: None,
            archives: None,
            log: LogOptions::default(),
            clock: reading(&self.clock),
        };
        self.catalog = self.runtime.block_on(Catalog::open(options)).unwrap();
        let server = self.bind_at("127.0.0.1:0".parse().unwrap()).unwrap();
        self.address = server.address();
        let (stop, stopped) = oneshot::channel();
        self.running = Some(self.runtime.spawn(server.run(async {
            let _ = stopped.await;
        })));
        self.stop = Some(stop);
    }

    /// Stops the server and waits for its end.
    pub(crate) fn stop(&mut self) -> Result<(), ServeError> {
        let stopping = self.begin_stop();
        self.end_stop(stopping)
    }

    pub(crate) fn begin_stop(&mut self) -> Stopping {
        drop(self.stop.take());
        self.running.take().expect("a server is stopped once")
    }

    pub(crate) fn end_stop(&self, stopping: Stopping) -> Result<(), ServeError> {
        self.runtime.block_on(stopping).unwrap()
    }

    pub(crate) fn publish(&self, name: &str, files: &[(&str, &[u8])]) {
        let files = files.iter().map(|(path, bytes)| SkillFile {
            path: FilePath::parse(path).unwrap(),
            bytes: bytes.to_vec(),
            is_executable: false,
        });
        let publication = Publication {
            name: SkillName::parse(name).unwrap(),
            files: FileSet::new(files.collect(), &ArchiveLimits::STANDARD).unwrap(),
            pack_label: None,
            published_at: None,
        };
        self.runtime
            .block_on(self.catalog.publish(publication))
            .unwrap();
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.runtime.block_on(self.catalog.close());
    }
}

fn reading(clock: &Arc<AtomicI64>) -> Clock {
    let clock = Arc::clone(clock);
    Clock::new(move || clock.load(Ordering::Relaxed))
}

fn config(listen: SocketAddr, clock: &Arc<AtomicI64>, limits: ServerLimits) -> ServerConfig {
    ServerConfig {
        listen,
        base_url: None,
        rules: rules(),
        checks: vec![WorkCheck {
            skill: "api-and-interface-design",
            subject: Subject::ApiContract,
            check: check_api,
        }],
        clock: reading(clock),
        access: Access::standard(),
        limits,
    }
}

/// The rules that have a page.
pub(crate) fn rules() -> Vec<RulePage> {
    let skills = guild_skill::rules::pages();
    skills.chain(guild_check_api::rules::pages()).collect()
}

/// Checks an API contract as `guild serve` does, in short.
fn check_api(text: &str, _: Date) -> WorkChecked {
    let form = Form::of(text);
    let source = Source::new(form.file_name(), text);
    let contract = guild_check_api::parse(&source, &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &[],
    };
    let findings = guild_check_api::rules::judge_design(&survey);
    let report = Report::new("api", &[source], findings, &options);
    let checklist = checklist(&[survey], &report.findings, Looked::default());
    WorkChecked {
        report: report.with_checklist(checklist),
        form: Some(form.word().to_owned()),
    }
}

/// Bytes that do not compress, the same in each run (xorshift).
fn noise() -> impl Iterator<Item = u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    })
}
