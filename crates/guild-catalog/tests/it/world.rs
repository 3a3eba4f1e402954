//! What a test stands in: a data folder, a database of one of the engines, and a clock that stands still.

use std::fs;
use std::future::Future;
use std::path::PathBuf;

use guild_catalog::{
    Admission, Archives, Bucket, Caller, Catalog, CatalogOptions, Clock, LogOptions, OpenError,
    PageRequest, Password, Publication, PublishError, Published, SessionSecret, SignUpError,
    SignedIn, SkillQuery, SkillSort,
};
use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};
use guild_skill::{AccountName, Digest, PackName, SkillName, wire};
use object_store::ObjectStoreExt as _;

use crate::{postgres, s3};

/// Nov 21, 2026, noon.
pub(crate) const NOW: i64 = 1_795_262_400_000;

/// A database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

/// Where archives are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shelf {
    Folder,
    Memory,
    S3,
}

/// A world of one test on one engine.
pub(crate) struct World {
    pub(crate) engine: Engine,
    pub(crate) data: PathBuf,
    pub(crate) database: Option<String>,
    pub(crate) archives: Option<Archives>,
    pub(crate) catalog: Catalog,
    _folder: tempfile::TempDir,
}

/// Runs a story on each engine, in a world of its own.
pub(crate) fn on_each_engine<F: Future<Output = ()>>(story: impl Fn(World) -> F) {
    let runtime = runtime();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        println!("on {engine:?}");
        runtime.block_on(async {
            let world = World::new(engine).await;
            let (catalog, database) = (world.catalog.clone(), world.database.clone());
            story(world).await;
            catalog.close().await;
            if let Some(url) = database {
                postgres::drop_database(&url).await;
            }
        });
    }
}

/// Runs a story with the archives in a folder, in memory, and in a bucket, in a world of its own.
pub(crate) fn on_each_shelf<F: Future<Output = ()>>(story: impl Fn(World) -> F) {
    let runtime = runtime();
    for shelf in [Shelf::Folder, Shelf::Memory, Shelf::S3] {
        println!("on {shelf:?}");
        runtime.block_on(async {
            let world = World::on(Engine::Sqlite, archives(shelf)).await;
            let catalog = world.catalog.clone();
            story(world).await;
            catalog.close().await;
        });
    }
}

/// Makes a place for archives that no other test knows.
pub(crate) fn archives(shelf: Shelf) -> Option<Archives> {
    match shelf {
        Shelf::Folder => None,
        Shelf::Memory => Some(Archives::Bucket(Bucket::in_memory())),
        Shelf::S3 => Some(s3::archives(&s3::moto().address, &s3::moto().bucket())),
    }
}

/// Makes the threads that a story runs on.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

impl World {
    pub(crate) async fn new(engine: Engine) -> Self {
        Self::on(engine, None).await
    }

    /// A world whose archives are elsewhere.
    pub(crate) async fn on(engine: Engine, archives: Option<Archives>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(postgres::database().await),
        };
        let catalog = open_with(data.clone(), database.clone(), archives.clone()).await;
        Self {
            engine,
            data,
            database,
            archives,
            catalog: catalog.unwrap(),
            _folder: folder,
        }
    }

    /// A world of a catalog that is somewhere already.
    pub(crate) async fn of(options: CatalogOptions) -> Self {
        let (data, database) = (options.data.clone(), options.database.clone());
        Self {
            engine: match database {
                None => Engine::Sqlite,
                Some(_) => Engine::Postgres,
            },
            data,
            database,
            archives: options.archives.clone(),
            catalog: Catalog::open(options).await.unwrap(),
            _folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Where the catalog is.
    pub(crate) fn options(&self) -> CatalogOptions {
        CatalogOptions {
            data: self.data.clone(),
            database: self.database.clone(),
            archives: self.archives.clone(),
            log: LogOptions::default(),
            clock: Clock::frozen(NOW),
        }
    }

    /// Asks the database for one number.
    pub(crate) async fn number(&self, query: &str) -> u64 {
        use sqlx::Connection as _;
        let mut connection = sqlx::AnyConnection::connect(&self.url()).await.unwrap();
        let text = sqlx::AssertSqlSafe(query.to_owned());
        let number: i64 = sqlx::query_scalar(text)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        number.try_into().unwrap()
    }

    /// Closes the catalog and takes its database away, for a world that a test made itself.
    pub(crate) async fn end(self) {
        self.catalog.close().await;
        if let Some(url) = self.database {
            postgres::drop_database(&url).await;
        }
    }

    /// Opens the same catalog once more.
    pub(crate) async fn open_again(&self) -> Result<Catalog, OpenError> {
        let archives = self.archives.clone();
        open_with(self.data.clone(), self.database.clone(), archives).await
    }

    /// Closes the catalog and opens it again.
    pub(crate) async fn restart(&mut self) {
        self.catalog.close().await;
        self.catalog = self.open_again().await.unwrap();
    }

    /// Closes the catalog and opens it again at another time.
    pub(crate) async fn restart_at(&mut self, now: i64) {
        self.catalog.close().await;
        let (data, database) = (self.data.clone(), self.database.clone());
        self.catalog = open_at(data, database, now).await.unwrap();
    }

    pub(crate) async fn publish(&self, skill: &Skill) -> Result<Published, PublishError> {
        self.catalog.publish(skill.publication()).await
    }

    /// Signs somebody up whom everybody may be, and gives what a session of theirs is.
    pub(crate) async fn person(&self, name: &str) -> Caller {
        let admission = Admission::Open;
        let signed_in = sign_up(&self.catalog, name, admission).await.unwrap();
        self.caller(&signed_in.secret).await.unwrap()
    }

    /// Makes the first account, which is an admin's.
    pub(crate) async fn admin(&self, name: &str) -> Caller {
        let link = self.catalog.set_up_secret().await.unwrap().unwrap();
        let admission = Admission::Link(link);
        let signed_in = sign_up(&self.catalog, name, admission).await.unwrap();
        self.caller(&signed_in.secret).await.unwrap()
    }

    /// Finds who is signed in under a secret.
    pub(crate) async fn caller(&self, secret: &SessionSecret) -> Option<Caller> {
        let found = self.catalog.caller_of_session(secret).await.unwrap();
        found.map(|found| found.caller)
    }

    /// Gives what the audit log says, newest first: `anna SIGNED_IN account anna`.
    pub(crate) async fn audit(&self) -> Vec<String> {
        let entries = self
            .catalog
            .audit_entries(PageRequest::FIRST)
            .await
            .unwrap();
        let line = |entry: wire::AuditEntry| {
            let who = entry.account.or(entry.workflow);
            let action = serde_json::to_value(entry.action).unwrap();
            format!(
                "{} {} {}",
                who.unwrap_or_else(|| "-".to_owned()),
                action.as_str().unwrap(),
                entry.subject
            )
        };
        entries.items.into_iter().map(line).collect()
    }

    /// Puts bytes where an archive is kept, behind the catalog's back; none takes the archive away.
    pub(crate) async fn tamper(&self, digest: &str, bytes: Option<&[u8]>) {
        let digest = Digest::parse(digest).unwrap();
        let Some(Archives::Bucket(bucket)) = &self.archives else {
            let path = self.data.join("archives/sha256").join(&digest.hex()[..2]);
            fs::create_dir_all(&path).unwrap();
            let path = path.join(digest.hex());
            match bytes {
                Some(bytes) => fs::write(path, bytes).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            return;
        };
        let (store, place) = (bucket.store(), bucket.place(&digest));
        match bytes {
            Some(bytes) => drop(store.put(&place, bytes.to_vec().into()).await.unwrap()),
            None => store.delete(&place).await.unwrap(),
        }
    }

    /// Runs one statement behind the catalog's back.
    pub(crate) async fn execute(&self, statement: &str) {
        postgres::execute(&self.url(), statement).await;
    }

    fn url(&self) -> String {
        let file = || format!("sqlite://{}", self.data.join("catalog.sqlite").display());
        self.database.clone().unwrap_or_else(file)
    }

    /// Searches, and gives the names that are found.
    pub(crate) async fn find(&self, text: &str) -> Vec<String> {
        let list = self.catalog.skills(query(text)).await.unwrap();
        assert_eq!(
            list.total_items,
            list.items.len() as u64,
            "the total of `{text}`"
        );
        list.items.into_iter().map(|skill| skill.name).collect()
    }
}

/// What everybody's password is here.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Reads the name of an account.
pub(crate) fn account(text: &str) -> AccountName {
    AccountName::parse(text).unwrap()
}

/// Reads a new password.
pub(crate) fn password(text: &str, name: &str) -> Password {
    Password::new(text, &account(name)).unwrap()
}

/// Makes an account with the password that everybody has.
pub(crate) async fn sign_up(
    catalog: &Catalog,
    name: &str,
    admission: Admission,
) -> Result<SignedIn, SignUpError> {
    let password = password(PASSWORD, name);
    catalog
        .sign_up(account(name), password, admission, "192.0.2.1")
        .await
}

/// Opens a catalog.
pub(crate) async fn open(data: PathBuf, database: Option<String>) -> Result<Catalog, OpenError> {
    open_with(data, database, None).await
}

/// Opens a catalog whose archives may be elsewhere.
pub(crate) async fn open_with(
    data: PathBuf,
    database: Option<String>,
    archives: Option<Archives>,
) -> Result<Catalog, OpenError> {
    Catalog::open(CatalogOptions {
        data,
        database,
        archives,
        log: LogOptions::default(),
        clock: Clock::frozen(NOW),
    })
    .await
}

async fn open_at(data: PathBuf, database: Option<String>, now: i64) -> Result<Catalog, OpenError> {
    Catalog::open(CatalogOptions {
        data,
        database,
        log: LogOptions::default(),
        archives: None,
        clock: Clock::frozen(now),
    })
    .await
}

/// A search for words.
pub(crate) fn query(text: &str) -> SkillQuery {
    SkillQuery {
        query: Some(text.to_owned()),
        ..everything()
    }
}

/// A list of every skill.
pub(crate) fn everything() -> SkillQuery {
    SkillQuery::all(SkillSort::Relevance, PageRequest::FIRST)
}

/// A skill to be published.
#[derive(Clone, Debug)]
pub(crate) struct Skill {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) version: Option<String>,
    pub(crate) description: String,
    pub(crate) body: String,
    pub(crate) page: Option<Page>,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// What PAGE.md says.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) pack: String,
    pub(crate) summary: String,
    pub(crate) changes: Vec<String>,
}

/// Makes a skill with a page, and without a version.
pub(crate) fn skill(name: &str, title: &str) -> Skill {
    Skill {
        name: name.to_owned(),
        title: title.to_owned(),
        version: None,
        description: "Use when something is to be done, \"do it\".".to_owned(),
        body: "Do it.".to_owned(),
        page: Some(Page {
            pack: "Test pack".to_owned(),
            summary: "Does it.".to_owned(),
            changes: Vec::new(),
        }),
        files: Vec::new(),
    }
}

impl Skill {
    pub(crate) fn version(mut self, version: &str) -> Self {
        self.version = Some(version.to_owned());
        self
    }

    pub(crate) fn body(mut self, body: &str) -> Self {
        body.clone_into(&mut self.body);
        self
    }

    pub(crate) fn description(mut self, description: &str) -> Self {
        description.clone_into(&mut self.description);
        self
    }

    pub(crate) fn summary(mut self, summary: &str) -> Self {
        self.page = self.page.map(|page| Page {
            summary: summary.to_owned(),
            ..page
        });
        self
    }

    pub(crate) fn pack(mut self, pack: &str) -> Self {
        self.page = self.page.map(|page| Page {
            pack: pack.to_owned(),
            ..page
        });
        self
    }

    pub(crate) fn change(mut self, change: &str) -> Self {
        self.page.as_mut().unwrap().changes.push(change.to_owned());
        self
    }

    pub(crate) fn without_page(mut self) -> Self {
        self.page = None;
        self
    }

    pub(crate) fn file(mut self, path: &str, bytes: &[u8]) -> Self {
        self.files.push((path.to_owned(), bytes.to_vec()));
        self
    }

    pub(crate) fn name(&self) -> SkillName {
        SkillName::parse(&self.name).unwrap()
    }

    pub(crate) fn publication(&self) -> Publication {
        let mut files = vec![file("SKILL.md", self.skill_md().as_bytes())];
        if let Some(page) = &self.page {
            files.push(file("PAGE.md", self.page_md(page).as_bytes()));
        }
        files.extend(self.files.iter().map(|(path, bytes)| file(path, bytes)));
        Publication {
            name: self.name(),
            files: FileSet::new(files, &ArchiveLimits::STANDARD).unwrap(),
            pack_label: None,
            published_at: None,
        }
    }

    fn skill_md(&self) -> String {
        let Self {
            name,
            title,
            description,
            body,
            ..
        } = self;
        let version = self
            .version
            .as_ref()
            .map(|version| format!("metadata:\n  version: \"{version}\"\n"));
        let version = version.unwrap_or_default();
        let description = description.replace('\'', "''");
        format!(
            "---\nname: {name}\ndescription: '{description}'\n{version}---\n\n# {title}\n\n{body}\n"
        )
    }

    fn page_md(&self, page: &Page) -> String {
        let mut text = format!(
            "---\npack: {}\n---\n\n# {}\n\n{}\n\n## What it does\n\nIt does it.\n\n## When to use\n\n- Now.\n\n\
             ## When not to use\n\n- Never.\n\n## Example prompts\n\n- \"Do it\"\n- \"Do it now\"\n",
            page.pack, self.title, page.summary
        );
        if !page.changes.is_empty() {
            text.push_str("\n## Recent changes\n\n");
        }
        for change in &page.changes {
            text.push_str(&format!("- {change}\n"));
        }
        text
    }
}

fn file(path: &str, bytes: &[u8]) -> SkillFile {
    SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: bytes.to_vec(),
        is_executable: path.starts_with("scripts/"),
    }
}

/// Reads the name of a pack.
pub(crate) fn pack_name(text: &str) -> PackName {
    PackName::parse(text).unwrap()
}
