//! A world for one test: a home, a project, maybe a catalog, and the program with a clean environment.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use guild_catalog::Publication;
use guild_catalog::{Admission, Catalog, CatalogOptions, Clock, LogOptions, NewToken, Password};
use guild_server::{ServerConfig, ServerLimits};
use guild_skill::{AccountName, ArchiveLimits, FilePath, FileSet, Scope, SkillFile, SkillName};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// The first of March 2026.
pub(crate) const NOW: i64 = 1_772_323_200_000;

/// Whose word is taken about jobs; nobody asks it here.
const GITHUB: &str = "https://token.actions.githubusercontent.com";

/// One test's world.
pub(crate) struct World {
    root: TempDir,
    served: Option<Served>,
}

/// A catalog that is being served.
struct Served {
    runtime: Runtime,
    catalog: Catalog,
    url: String,
    stop: Option<oneshot::Sender<()>>,
    running: Option<tokio::task::JoinHandle<Result<(), guild_server::ServeError>>>,
}

/// What one run of the program said.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl World {
    /// A home and a project, and no catalog anywhere.
    pub(crate) fn alone() -> Self {
        let root = tempfile::Builder::new().prefix("world").tempdir().unwrap();
        fs::create_dir_all(root.path().join("home")).unwrap();
        fs::create_dir_all(root.path().join("project/.git")).unwrap();
        Self { root, served: None }
    }

    /// A home, a project, and a catalog that holds `greeter` 1.0.0.
    pub(crate) fn new() -> Self {
        let mut world = Self::alone();
        world.served = Some(Served::start(&world.path("catalog")));
        world.publish("greeter", "1.0.0", &[]);
        world
    }

    /// A home, a project, and an empty catalog that believes an issuer.
    pub(crate) fn believing(issuer: &str) -> Self {
        let mut world = Self::alone();
        let served = Served::start_with(&world.path("catalog"), "127.0.0.1:0", issuer);
        world.served = Some(served);
        world
    }

    /// Publishes a release with some more files; a path that ends in `.sh` may be run.
    pub(crate) fn publish(&self, name: &str, version: &str, more: &[(&str, &str)]) {
        let served = self.served.as_ref().expect("this world has a catalog");
        let publication = Publication {
            name: SkillName::parse(name).unwrap(),
            files: files(name, version, more),
            pack_label: None,
            published_at: None,
        };
        served
            .runtime
            .block_on(served.catalog.publish(publication))
            .unwrap();
    }

    /// Stops the catalog, and serves another data folder at its address.
    pub(crate) fn serve_instead(&mut self, data: &str) {
        let address = self.catalog().trim_start_matches("http://").to_owned();
        self.stop_serving();
        self.served = Some(Served::start_at(&self.path(data), &address));
    }

    /// Does something to the data folder while nobody serves it.
    pub(crate) fn stop_serving_and(&mut self, meanwhile: impl FnOnce(&Self)) {
        let address = self.catalog().trim_start_matches("http://").to_owned();
        self.stop_serving();
        meanwhile(self);
        self.served = Some(Served::start_at(&self.path("catalog"), &address));
    }

    fn stop_serving(&mut self) {
        let Some(mut served) = self.served.take() else {
            return;
        };
        if let Some(stop) = served.stop.take() {
            let _ = stop.send(());
        }
        if let Some(running) = served.running.take() {
            let _ = served.runtime.block_on(running).unwrap();
        }
        served.runtime.block_on(served.catalog.close());
    }

    /// Makes an account in the catalog.
    pub(crate) fn account(&self, name: &str, password: &str) {
        let served = self.served.as_ref().expect("this world has a catalog");
        let name = AccountName::parse(name).unwrap();
        let password = Password::new(password, &name).unwrap();
        let signed_up = served
            .catalog
            .sign_up(name, password, Admission::Open, "192.0.2.1");
        served.runtime.block_on(signed_up).unwrap();
    }

    /// Makes an admin in the catalog, and gives a token for everything and the secret of a session.
    pub(crate) fn admin(&self, name: &str) -> (String, String) {
        let served = self.served.as_ref().expect("this world has a catalog");
        served.runtime.block_on(async {
            let catalog = &served.catalog;
            let link = catalog.set_up_secret().await.unwrap().unwrap();
            let name = AccountName::parse(name).unwrap();
            let password = Password::new("correct horse battery", &name).unwrap();
            let admission = Admission::Link(link);
            let signed_up = catalog.sign_up(name, password, admission, "192.0.2.1");
            let session = signed_up.await.unwrap().secret;
            let caller = catalog.caller_of_session(&session).await.unwrap().unwrap();
            let new = NewToken {
                label: "everything".to_owned(),
                scopes: Scope::ALL.into_iter().collect(),
                pack: None,
                life_ms: None,
            };
            let made = catalog.make_token(&caller.caller, new).await.unwrap();
            let token = made.unwrap().secret.reveal().to_owned();
            (token, session.reveal().to_owned())
        })
    }

    /// The address of the catalog.
    pub(crate) fn catalog(&self) -> &str {
        let served = self.served.as_ref();
        served.map_or("http://127.0.0.1:1", |served| &served.url)
    }

    /// A path in this world.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Where a project's skills go when no assistant is found.
    pub(crate) fn skills(&self) -> PathBuf {
        self.path("project/.agents/skills")
    }

    /// Makes the home folder of an assistant, so that it is found.
    pub(crate) fn has(&self, home: &str) {
        fs::create_dir_all(self.path("home").join(home)).unwrap();
    }

    /// Reads a file.
    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.path(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a new skill as its author would: something in place of what its template asks for.
    pub(crate) fn fill_in(&self, folder: &str) {
        use guild_skill::template::{PACK, PAGE_MD, SKILL_MD, requests};
        for (file, template) in [("SKILL.md", SKILL_MD), ("PAGE.md", PAGE_MD)] {
            let path = format!("project/{folder}/{file}");
            let asked = requests(template);
            let text = asked.fold(self.read(&path), |text, asked| {
                text.replace(asked, "Something of its own.")
            });
            let pack = format!("pack: {PACK}\n");
            self.write(&path, &text.replace(&pack, "pack: Team skills\n"));
        }
    }

    /// The program, in the project, with a clean environment.
    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_guild"));
        command.args(args.split_whitespace());
        self.clean(&mut command);
        command
    }

    /// Gives any program this world's project, home and catalog, and nothing else.
    pub(crate) fn clean(&self, command: &mut Command) {
        command.env_clear().current_dir(self.path("project"));
        command.env("HOME", self.path("home"));
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("GUILD_CATALOG", self.catalog());
        command.stdin(Stdio::null());
    }

    /// Runs the program to its end.
    pub(crate) fn guild(&self, args: &str) -> Run {
        self.run(&mut self.command(args))
    }

    /// Runs a program to its end.
    pub(crate) fn run(&self, command: &mut Command) -> Run {
        let output = command.output().unwrap();
        self.told(&output)
    }

    /// Starts a program whose output is read later.
    pub(crate) fn start(&self, args: &str) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// What a program said, without what differs from run to run.
    pub(crate) fn told(&self, output: &Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: self.filter(&output.stdout),
            stderr: self.filter(&output.stderr),
        }
    }

    fn filter(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8(bytes.to_vec()).expect("the program speaks UTF-8");
        let root = self.root.path().display().to_string();
        let text = text.replace(&root, "[WORLD]");
        let text = text.replace(self.catalog(), "[CATALOG]");
        let text = text.replace(self.catalog().trim_start_matches("http://"), "[HOST]");
        without_digests(&text)
    }

    /// What is visible in a skills folder, apart from our own files.
    pub(crate) fn visible(&self, folder: &Path) -> Vec<String> {
        let mut names = names(folder);
        names.retain(|name| !name.starts_with(".guild-"));
        names
    }

    /// What a run left behind in a skills folder.
    pub(crate) fn leftovers(&self, folder: &Path) -> Vec<String> {
        let mut names = names(folder);
        names.retain(|name| name.starts_with(".guild-") && name != ".guild-ledger.json");
        names
    }
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// The files of a test's skill.
pub(crate) fn files(name: &str, version: &str, more: &[(&str, &str)]) -> FileSet {
    let skill_md = format!(
        "---\nname: {name}\ndescription: 'Use when a person is to be greeted. Applies to \"greet me\".'\nmetadata:\n  version: '{version}'\n---\n\n# Greeter\n\nSay hello, in version {version}.\n"
    );
    let given = more.iter().map(|(path, text)| (*path, (*text).to_owned()));
    let all = std::iter::once(("SKILL.md", skill_md)).chain(given);
    let file = |(path, text): (&str, String)| SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: text.into_bytes(),
        is_executable: path.ends_with(".sh"),
    };
    FileSet::new(all.map(file).collect(), &ArchiveLimits::STANDARD).unwrap()
}

fn without_digests(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("sha256:") {
        let hex = after.chars().take_while(char::is_ascii_hexdigit).count();
        out.push_str(before);
        out.push_str(if hex == 64 { "[DIGEST]" } else { "sha256:" });
        rest = if hex == 64 { &after[64..] } else { after };
    }
    out + rest
}

impl Served {
    fn start(data: &Path) -> Self {
        Self::start_at(data, "127.0.0.1:0")
    }

    fn start_at(data: &Path, address: &str) -> Self {
        Self::start_with(data, address, GITHUB)
    }

    fn start_with(data: &Path, address: &str, issuer: &str) -> Self {
        let runtime = Runtime::new().unwrap();
        let options = CatalogOptions {
            data: data.to_owned(),
            database: None,
            archives: None,
            log: LogOptions::default(),
            clock: Clock::frozen(NOW),
        };
        let catalog = runtime.block_on(Catalog::open(options)).unwrap();
        let config = ServerConfig {
            listen: address.parse().unwrap(),
            base_url: None,
            rules: Vec::new(),
            checks: Vec::new(),
            clock: Clock::frozen(NOW),
            access: guild_server::Access {
                trusted_issuers: vec![issuer.parse().unwrap()],
                ..guild_server::Access::standard()
            },
            limits: ServerLimits::standard(),
        };
        let server = runtime
            .block_on(guild_server::bind(config, catalog.clone()))
            .unwrap();
        let url = format!("http://{}", server.address());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = runtime.spawn(server.run(async move {
            let _ = stopped.await;
        }));
        Self {
            runtime,
            catalog,
            url,
            stop: Some(stop),
            running: Some(running),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

impl Run {
    /// Fails the test unless the program ended well.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{self}");
        self
    }

    /// Fails the test unless the program ended with a code.
    #[track_caller]
    pub(crate) fn fails(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Reads stdout as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

impl fmt::Display for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => writeln!(formatter, "exit {code}")?,
            None => writeln!(formatter, "killed")?,
        }
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(formatter, "{name}:\n{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

/// Reads a program's output until a text has come; fails when the program ends before.
pub(crate) fn read_until(from: &mut impl std::io::Read, text: &str) -> String {
    let mut said = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&said).contains(text) {
        match from.read(&mut byte).unwrap() {
            0 => panic!(
                "ended before saying {text:?}: {}",
                String::from_utf8_lossy(&said)
            ),
            _ => said.push(byte[0]),
        }
    }
    String::from_utf8(said).unwrap()
}

/// Reads the rest of a program's output.
pub(crate) fn read_all(mut from: impl std::io::Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).unwrap();
    text
}
