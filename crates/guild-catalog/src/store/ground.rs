//! All that decides whether a release may come in, asked at once.

use crate::store::statement::Statement;

/// What a release is held against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) skill: &'a str,
    pub(crate) pack: &'a str,
    /// The digest of the files.
    pub(crate) tree_digest: &'a str,
    /// The account that publishes; absent for a job and for the catalog itself.
    pub(crate) account: Option<&'a str>,
    /// Whose releases are counted, and since when; absent for who may publish any number.
    pub(crate) publisher: Option<&'a str>,
    pub(crate) since: i64,
    /// The id of the token that was shown.
    pub(crate) token: Option<&'a str>,
    /// The id of the session that was shown.
    pub(crate) session: Option<&'a str>,
}

/// What the catalog holds of a release's surroundings.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct GroundRow {
    /// The newest change.
    pub(crate) sequence: i64,
    /// The pack that lists the skill.
    pub(crate) listed_in: Option<String>,
    /// How often the name was given up: once at the most.
    pub(crate) tombstones: i64,
    /// How many packs have the name: one at the most.
    pub(crate) packs: i64,
    /// How many releases the skill has.
    pub(crate) releases: i64,
    /// How many of them hold the same files.
    pub(crate) same: i64,
    /// How many releases the publisher published.
    pub(crate) published: i64,
    /// What the account is in the pack.
    pub(crate) role: Option<String>,
    /// How many tokens and sessions that were shown are still there: one at the most.
    pub(crate) credentials: i64,
    /// The job that the token stands for.
    pub(crate) identity: Option<String>,
}

impl Question<'_> {
    /// Makes the statement, which gives one row.
    pub(crate) fn statement(&self) -> Statement {
        Statement::of(
            "SELECT h.sequence, \
             (SELECT s.pack FROM skills s WHERE s.name = $1) AS listed_in, \
             (SELECT COUNT(*) FROM tombstones t WHERE t.name = $1) AS tombstones, \
             (SELECT COUNT(*) FROM packs p WHERE p.name = $2) AS packs, \
             (SELECT COUNT(*) FROM releases r WHERE r.skill = $1) AS releases, \
             (SELECT COUNT(*) FROM releases r WHERE r.skill = $1 AND r.tree_digest = $3) AS same, \
             (SELECT COUNT(*) FROM releases r WHERE r.published_by = $5 AND r.published_at > $6) AS published, \
             (SELECT m.role FROM pack_members m WHERE m.pack = $2 AND m.account = $4) AS role, \
             (SELECT COUNT(*) FROM tokens k WHERE k.id = $7) + \
             (SELECT COUNT(*) FROM sessions s WHERE s.id = $8) AS credentials, \
             (SELECT k.identity FROM tokens k WHERE k.id = $7) AS identity \
             FROM history h WHERE h.id = 1",
        )
        .bind(self.skill)
        .bind(self.pack)
        .bind(self.tree_digest)
        .bind(self.account)
        .bind(self.publisher)
        .bind(self.since)
        .bind(self.token)
        .bind(self.session)
    }
}
