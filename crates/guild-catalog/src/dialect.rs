//! The few lines in which the two engines differ.

use std::time::Duration;

use sqlx::AnyConnection;

/// A database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// One file beside the archives, written by one process.
    Sqlite,
    /// A server that any number of nodes share.
    Postgres,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Writer,
    Reader,
}

// FULL, because in WAL mode NORMAL may lose the last acknowledged commits when the power fails.
const SQLITE_WRITER: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY;";
// Nothing is mapped: each reader would map the file for itself, and all of it would count as our memory.
const SQLITE_READER: &str = "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;";
const SQLITE_CLOSING: &str = "PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);";
// A lost node must not hold the line of writers for ever.
const POSTGRES_WRITER: &str =
    "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s';";
const POSTGRES_READER: &str = "SET default_transaction_read_only = on;";

impl Dialect {
    /// Begins a transaction that writes. A deferred SQLite transaction that turns into a writing one fails at once
    /// whatever the timeout, therefore IMMEDIATE.
    pub(crate) const fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Whether several statements with parameters go as one text, separated by semicolons.
    pub(crate) const fn takes_many(self) -> bool {
        matches!(self, Self::Sqlite)
    }

    /// Begins to read the database as it is at one moment, whatever is written meanwhile.
    pub(crate) const fn begin_snapshot(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// How long a request may wait for a connection. One writer serves all on SQLite, and then the line may be long;
    /// with PostgreSQL a longer wait means that it is away, which the client is to hear.
    pub(crate) const fn patience(self) -> Duration {
        match self {
            Self::Sqlite => Duration::from_secs(30),
            Self::Postgres => Duration::from_secs(3),
        }
    }

    /// Whether a connection that rests can be lost: then it is tried before it is used.
    pub(crate) const fn may_be_away(self) -> bool {
        matches!(self, Self::Postgres)
    }

    /// How soon a change of another node is seen; a file has no other node.
    pub(crate) const fn pace(self) -> Duration {
        match self {
            Self::Sqlite => Duration::from_secs(1),
            Self::Postgres => Duration::from_millis(250),
        }
    }

    /// Gives how many connections of a kind are held at the most.
    pub(crate) const fn connections(self, role: Role) -> u32 {
        match (self, role) {
            (Self::Sqlite, Role::Writer) => 1,
            (Self::Sqlite, Role::Reader) => 4,
            (Self::Postgres, Role::Writer) => 4,
            (Self::Postgres, Role::Reader) => 8,
        }
    }

    /// Sets a new connection up.
    pub(crate) async fn prepare(
        self,
        connection: &mut AnyConnection,
        role: Role,
    ) -> Result<(), sqlx::Error> {
        let text = match (self, role) {
            (Self::Sqlite, Role::Writer) => SQLITE_WRITER,
            (Self::Sqlite, Role::Reader) => SQLITE_READER,
            (Self::Postgres, Role::Writer) => POSTGRES_WRITER,
            (Self::Postgres, Role::Reader) => POSTGRES_READER,
        };
        sqlx::raw_sql(text).execute(connection).await.map(|_| ())
    }

    /// Leaves the database tidy before the last connection goes.
    pub(crate) async fn tidy(self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite => sqlx::raw_sql(SQLITE_CLOSING)
                .execute(connection)
                .await
                .map(|_| ()),
            Self::Postgres => Ok(()),
        }
    }

    /// Tells whether an error means that there is no room left on the disk.
    pub(crate) fn is_disk_full(self, error: &sqlx::Error) -> bool {
        let full = match self {
            Self::Sqlite => "13",
            Self::Postgres => "53100",
        };
        error
            .as_database_error()
            .and_then(|error| error.code())
            .is_some_and(|code| code == full)
    }

    /// Tells whether an error means that the database is not sound: 11 and 26 are SQLite's for a broken file and for one
    /// that is no database, XX001 and XX002 are PostgreSQL's, and what a column holds may be no value of its kind.
    pub(crate) fn is_damaged(error: &sqlx::Error) -> bool {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                // Those of SQLite say more in their higher bits, and have four digits at the most.
                let sqlite: Option<u16> = code.parse().ok().filter(|_| code.len() < 5);
                let is_sqlite = sqlite.is_some_and(|code| matches!(code & 0xff, 11 | 26));
                is_sqlite || matches!(&*code, "XX001" | "XX002")
            }),
            _ => false,
        }
    }

    /// Tells whether an error means that the file is a database of SQLite, and a broken one.
    pub(crate) fn is_malformed(error: &sqlx::Error) -> bool {
        let code = error.as_database_error().and_then(|error| error.code());
        code.is_some_and(|code| code == "11")
    }

    /// Tells whether an error means that a table is not there: 1 is SQLite's for all that a statement gets wrong.
    pub(crate) fn is_missing_table(error: &sqlx::Error) -> bool {
        let code = error.as_database_error().and_then(|error| error.code());
        code.is_some_and(|code| matches!(&*code, "1" | "42P01"))
    }

    /// Gives what lists each table of a database with each of its columns.
    pub(crate) const fn columns(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
            }
            Self::Postgres => {
                "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns \
                 WHERE table_schema = current_schema()"
            }
        }
    }

    /// Tells whether an error means that the database is away or overcharged for now. The codes are PostgreSQL's: 08 is
    /// a lost connection, 53300 too many of them, 57P a server that stops or starts, 25006 one that became a standby,
    /// 55P03 and 40 are waits that were given up; 5 and 6 are SQLite's busy and locked.
    pub(crate) fn is_passing(error: &sqlx::Error) -> bool {
        match error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                let begins = |prefix| code.len() == 5 && code.starts_with(prefix);
                begins("08")
                    || begins("57P")
                    || begins("40")
                    || matches!(&*code, "53300" | "25006" | "55P03" | "5" | "6")
            }),
            _ => false,
        }
    }

    /// Gives the migrations of the engine.
    pub(crate) fn migrations(self) -> &'static sqlx::migrate::Migrator {
        static SQLITE: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");
        static POSTGRES: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");
        match self {
            Self::Sqlite => &SQLITE,
            Self::Postgres => &POSTGRES,
        }
    }
}
