//! What a discovery index says of skills, as their newest releases present them.

use sqlx::{AnyPool, AssertSqlSafe};

/// A skill in a discovery index.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct DiscoveredRow {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) version: String,
    pub(crate) root_digest: String,
    pub(crate) file_count: i64,
    /// The digest of SKILL.md itself.
    pub(crate) skill_md_digest: Option<String>,
}

macro_rules! discovered {
    ($from:literal, $rest:literal) => {
        concat!(
            "SELECT s.name, s.description, s.version, r.root_digest, r.file_count, f.digest AS skill_md_digest FROM ",
            $from,
            " JOIN releases r ON r.skill = s.name AND r.version = s.version \
             LEFT JOIN files f ON f.skill = s.name AND f.version = s.version AND f.path = 'SKILL.md' \
             WHERE r.is_yanked = 0 ",
            $rest
        )
    };
}

/// Lists the skills that were listed first, in that order.
pub(crate) async fn first_listed(
    readers: &AnyPool,
    limit: i64,
) -> Result<Vec<DiscoveredRow>, sqlx::Error> {
    sqlx::query_as(discovered!(
        "(SELECT sequence, skill FROM events WHERE kind = 'SKILL_LISTED' ORDER BY sequence LIMIT $1) e \
         JOIN skills s ON s.name = e.skill",
        "ORDER BY e.sequence"
    ))
    .bind(limit)
    .fetch_all(readers)
    .await
}

/// Lists the skills of a pack by name.
pub(crate) async fn of_pack(
    readers: &AnyPool,
    pack: &str,
    limit: i64,
) -> Result<Vec<DiscoveredRow>, sqlx::Error> {
    sqlx::query_as(discovered!(
        "skills s",
        "AND s.pack = $1 ORDER BY s.name LIMIT $2"
    ))
    .bind(pack)
    .bind(limit)
    .fetch_all(readers)
    .await
}

/// What an assistant is told of a skill, and what a list shows of it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct DescribedRow {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) pack: String,
    pub(crate) version: String,
}

macro_rules! described {
    ($rest:literal) => {
        concat!(
            "SELECT name, title, summary, description, pack, version FROM skills ",
            $rest
        )
    };
}

/// Lists the first skills by name with their descriptions.
pub(crate) async fn described(
    readers: &AnyPool,
    limit: i64,
) -> Result<Vec<DescribedRow>, sqlx::Error> {
    sqlx::query_as(described!("ORDER BY name LIMIT $1"))
        .bind(limit)
        .fetch_all(readers)
        .await
}

/// Finds the descriptions of these skills.
pub(crate) async fn described_of(
    readers: &AnyPool,
    names: &[String],
) -> Result<Vec<DescribedRow>, sqlx::Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=names.len())
        .map(|number| format!("${number}"))
        .collect();
    // Nothing but numbers is added to the text.
    let text = format!(
        "{}({}) ORDER BY name",
        described!("WHERE name IN "),
        places.join(", ")
    );
    let mut query = sqlx::query_as(AssertSqlSafe(text));
    for name in names {
        query = query.bind(name);
    }
    query.fetch_all(readers).await
}
