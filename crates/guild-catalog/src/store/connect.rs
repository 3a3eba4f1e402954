//! Finds the database, connects, and brings it to the newest version.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Once;
use std::time::Duration;

use log::LevelFilter;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AnyPool, ConnectOptions as _, Connection as _};

use crate::dialect::{Dialect, Role};
use crate::error::OpenError;
use crate::private;
use crate::store::Store;

const REACH: Duration = Duration::from_secs(5);

/// Where a database is.
#[derive(Debug)]
pub(crate) enum Address {
    /// The file of an SQLite database.
    File(PathBuf),
    /// The address of a PostgreSQL server, and its host and port for people.
    Server { url: String, host: String },
}

impl Address {
    /// Reads what a person gave: `postgres://…`, `sqlite:…` or a path; nothing means a file in the data folder.
    pub(crate) fn parse(database: Option<&str>, data: &Path) -> Result<Self, OpenError> {
        let Some(text) = database else {
            return Ok(Self::File(data.join("catalog.sqlite")));
        };
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return server(text);
        }
        let path = text
            .strip_prefix("sqlite://")
            .or_else(|| text.strip_prefix("sqlite:"));
        let path = path.unwrap_or(text);
        if path.contains("://") {
            let reason =
                "it starts with neither `postgres://` nor `sqlite:`, and is no path".to_owned();
            return Err(OpenError::BadAddress { reason });
        }
        if path.is_empty() || path.contains('\0') {
            let reason = "it names no file".to_owned();
            return Err(OpenError::BadAddress { reason });
        }
        Ok(Self::File(PathBuf::from(path)))
    }

    /// Tells where it is, for people.
    pub(crate) fn shown(&self) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Server { host, .. } => PathBuf::from(host),
        }
    }

    /// Tells which engine answers there.
    pub(crate) const fn dialect(&self) -> Dialect {
        match self {
            Self::File(_) => Dialect::Sqlite,
            Self::Server { .. } => Dialect::Postgres,
        }
    }
}

fn server(text: &str) -> Result<Address, OpenError> {
    let options = AnyConnectOptions::from_str(text).map_err(|error| OpenError::BadAddress {
        reason: error.to_string(),
    })?;
    let url = &options.database_url;
    let host = url
        .host_str()
        .filter(|host| !host.is_empty())
        .unwrap_or("localhost");
    Ok(Address::Server {
        host: format!("{host}:{}", url.port().unwrap_or(5432)),
        url: text.to_owned(),
    })
}

/// Opens the store: connects, migrates, and sets up the pools.
pub(crate) async fn open(address: &Address, data: &Path) -> Result<Store, OpenError> {
    install_drivers();
    let dialect = address.dialect();
    if let Address::File(path) = address {
        // The files that SQLite puts beside it get its mode. Where it cannot be made, SQLite says why.
        let _ = private::make_file(path);
    }
    let mut first = first_connection(address, data, Role::Writer).await?;
    let settled = match dialect.prepare(&mut first, Role::Writer).await {
        Ok(()) => migrate(dialect, &mut first).await,
        Err(error) => Err(MigrateError::Execute(error)),
    };
    // The connection is closed whatever happened, and its own errors change nothing.
    let closed = first.close().await;
    settled
        .map_err(|error| migration_error(address, data, error))?
        .check()?;
    closed.map_err(|error| migration_error(address, data, MigrateError::Execute(error)))?;
    Ok(Store {
        dialect,
        writer: pool(address, Role::Writer)?,
        readers: pool(address, Role::Reader)?,
    })
}

/// Makes both engines known, once.
pub(crate) fn install_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(sqlx::any::install_default_drivers);
}

/// Connects to a database that is there, to read it as it is.
pub(crate) async fn reader(address: &Address, data: &Path) -> Result<AnyConnection, OpenError> {
    install_drivers();
    let mut connection = first_connection(address, data, Role::Reader).await?;
    match address
        .dialect()
        .prepare(&mut connection, Role::Reader)
        .await
    {
        Ok(()) => Ok(connection),
        Err(error) => Err(migration_error(address, data, MigrateError::Execute(error))),
    }
}

/// Leaves an SQLite file as one file, without those beside it.
pub(crate) async fn settle(path: &Path) -> Result<(), OpenError> {
    let address = Address::File(path.to_owned());
    let mut connection = first_connection(&address, path, Role::Writer).await?;
    let settled = sqlx::raw_sql("PRAGMA journal_mode = DELETE")
        .execute(&mut connection)
        .await;
    let closed = connection.close().await;
    settled
        .map(|_| ())
        .and(closed)
        .map_err(|error| file_error(path, path, error))
}

/// Connects once without a pool, because a pool goes on trying until its time is over and then forgets the cause.
async fn first_connection(
    address: &Address,
    data: &Path,
    role: Role,
) -> Result<AnyConnection, OpenError> {
    let options = options(address, role)?;
    match (
        address,
        tokio::time::timeout(REACH, AnyConnection::connect_with(&options)).await,
    ) {
        (_, Ok(Ok(connection))) => Ok(connection),
        (Address::File(path), Ok(Err(source))) => Err(file_error(path, data, source)),
        (Address::File(path), Err(_)) => Err(file_error(path, data, sqlx::Error::PoolTimedOut)),
        (Address::Server { host, .. }, Ok(Err(source))) => {
            let host = host.clone();
            Err(match source {
                sqlx::Error::Database(_) => OpenError::Refused { host, source },
                source => OpenError::Unreachable { host, source },
            })
        }
        (Address::Server { host, .. }, Err(_)) => Err(OpenError::Unreachable {
            host: host.clone(),
            source: sqlx::Error::PoolTimedOut,
        }),
    }
}

/// Whether the database is one that this binary knows.
enum Shape {
    Known,
    Newer { found: i64, known: i64 },
}

impl Shape {
    fn check(self) -> Result<(), OpenError> {
        match self {
            Self::Known => Ok(()),
            Self::Newer { found, known } => Err(OpenError::NewerVersion { found, known }),
        }
    }
}

async fn migrate(dialect: Dialect, connection: &mut AnyConnection) -> Result<Shape, MigrateError> {
    let migrations = dialect.migrations();
    match migrations.run(&mut *connection).await {
        Ok(()) => Ok(Shape::Known),
        Err(MigrateError::VersionMissing(version)) => {
            let newest: Result<i64, sqlx::Error> =
                sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
                    .fetch_one(connection)
                    .await;
            Ok(Shape::Newer {
                found: newest.unwrap_or(version),
                known: migrations
                    .iter()
                    .map(|migration| migration.version)
                    .max()
                    .unwrap_or(0),
            })
        }
        Err(error) => Err(error),
    }
}

fn migration_error(address: &Address, data: &Path, error: MigrateError) -> OpenError {
    match (address, error) {
        (Address::File(path), MigrateError::Execute(source)) => file_error(path, data, source),
        (_, source) => OpenError::Migration { source },
    }
}

/// Sorts the errors of SQLite by its primary result codes.
fn file_error(path: &Path, data: &Path, source: sqlx::Error) -> OpenError {
    const READ_ONLY: i64 = 8;
    const FULL: i64 = 13;
    const CANNOT_OPEN: i64 = 14;
    let code = source.as_database_error().and_then(|error| error.code());
    let code = code
        .and_then(|code| code.parse::<i64>().ok())
        .map(|code| code & 0xff);
    match code {
        Some(READ_ONLY | CANNOT_OPEN) => OpenError::NotWritable {
            path: path.to_owned(),
            source: std::io::Error::other(source),
        },
        Some(FULL) => OpenError::DiskFull {
            path: data.to_owned(),
        },
        _ => OpenError::NotADatabase {
            path: path.to_owned(),
            source,
        },
    }
}

fn pool(address: &Address, role: Role) -> Result<AnyPool, OpenError> {
    let dialect = address.dialect();
    Ok(AnyPoolOptions::new()
        .max_connections(dialect.connections(role))
        .acquire_timeout(dialect.patience())
        .test_before_acquire(dialect.may_be_away())
        .after_connect(move |connection, _| Box::pin(dialect.prepare(connection, role)))
        .connect_lazy_with(options(address, role)?))
}

fn options(address: &Address, role: Role) -> Result<AnyConnectOptions, OpenError> {
    let text = match address {
        Address::File(path) => file_url(path, role)?,
        Address::Server { url, .. } => url.clone(),
    };
    let options = AnyConnectOptions::from_str(&text).map_err(|error| OpenError::BadAddress {
        reason: error.to_string(),
    })?;
    // A trace shows which statements a request took. Nobody else asks for the finest level, and values are never told.
    Ok(options
        .log_statements(LevelFilter::Trace)
        .log_slow_statements(LevelFilter::Trace, Duration::MAX))
}

fn file_url(path: &Path, role: Role) -> Result<String, OpenError> {
    let absolute = std::path::absolute(path).map_err(|source| OpenError::NotWritable {
        path: path.to_owned(),
        source,
    })?;
    let text = absolute.to_str().ok_or_else(|| OpenError::BadAddress {
        reason: "the path of the database is not UTF-8".to_owned(),
    })?;
    let mut url = "sqlite://".to_owned();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                url.push(char::from(byte))
            }
            // Writing to a string does not fail.
            _ => drop(write!(url, "%{byte:02X}")),
        }
    }
    url.push_str(match role {
        Role::Writer => "?mode=rwc",
        Role::Reader => "?mode=ro",
    });
    Ok(url)
}
