//! Whether the signature that comes with a publication is good: of this release, by a key of who publishes.

use guild_skill::Digest;
use guild_skill::note::VerifierKey;
use guild_skill::signature::{Signature, Statement as SignedStatement};
use semver::Version;
use sqlx::AnyConnection;

use super::PublishError;
use super::prepare::Prepared;
use crate::accounts::{Actor, Caller};
use crate::catalog::parsed;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::releases::ReleaseRow;
use crate::store::statement::Statement;
use crate::store::{Store, keys, log};

/// How many keys back a release tells of: whoever has seen none of them is asked.
const ROTATIONS: usize = 16;

/// Why a signature is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureRefused {
    /// The version is not known to who signed.
    #[error("a signature is of a version, and SKILL.md states none: write `metadata.version`")]
    NoVersion,
    /// What was signed is something else.
    #[error(
        "the signature by the key {key} is not of {name} {version} with the archive {archive} and the files {files}: \
         something else was signed, or packed by a guild that packs otherwise"
    )]
    OfSomethingElse {
        /// The key's name and id.
        key: String,
        /// The skill.
        name: String,
        /// The version.
        version: Version,
        /// The archive that the catalog made of what was sent.
        archive: Digest,
        /// The files of what was sent.
        files: Digest,
    },
    /// Nobody has registered the key.
    #[error(
        "the key {key} is not registered with the account {account}: `guild key register` does that"
    )]
    NotRegistered {
        /// The key's name and id.
        key: String,
        /// Who publishes.
        account: String,
    },
    /// Somebody else has registered it.
    #[error("the key {key} is registered with another account than {account}, who publishes")]
    OfAnother {
        /// The key's name and id.
        key: String,
        /// Who publishes.
        account: String,
    },
    /// It was taken back.
    #[error("the key {key} was revoked on {day}: make another one with `guild key new`")]
    Revoked {
        /// The key's name and id.
        key: String,
        /// When.
        day: String,
    },
    /// A job has no key.
    #[error(
        "a job of continuous integration has no keys: its identity stands in the log without one"
    )]
    NoAccount,
}

/// Sees that a signature is of what is published.
pub(super) fn check_statement(
    prepared: &Prepared,
    signature: &Signature,
) -> Result<(), PublishError> {
    let Some(version) = &prepared.version else {
        return Err(refused(prepared, SignatureRefused::NoVersion));
    };
    let archive: Digest = parsed("digest", &prepared.row.digest)?;
    let files: Digest = parsed("digest", &prepared.row.tree_digest)?;
    let statement = SignedStatement {
        skill: &prepared.name,
        version,
        archive: &archive,
        files: &files,
    };
    if statement.is_signed_by(signature) {
        return Ok(());
    }
    let why = SignatureRefused::OfSomethingElse {
        key: shown(&signature.key),
        name: prepared.name.to_string(),
        version: version.clone(),
        archive,
        files,
    };
    Err(refused(prepared, why))
}

/// Sees that the key belongs to who publishes and was not taken back. What was seen before the transaction may be over
/// in it.
pub(super) async fn check_key(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    (signature, caller): (&Signature, &Caller),
) -> Result<(), PublishError> {
    let Actor::Account(account) = &caller.actor else {
        return Err(refused(prepared, SignatureRefused::NoAccount));
    };
    let (key, account) = (shown(&signature.key), account.to_string());
    let row = keys::one(&mut *connection, &signature.key.to_string()).await;
    let why = match store.sorted(row)? {
        None => SignatureRefused::NotRegistered { key, account },
        Some(row) if row.account != account => SignatureRefused::OfAnother { key, account },
        Some(row) => match row.removed_at {
            None => return Ok(()),
            Some(at) => SignatureRefused::Revoked {
                key,
                day: rfc3339(at).chars().take(10).collect(),
            },
        },
    };
    Err(refused(prepared, why))
}

/// Makes the statement that keeps the signature with the release, before the log follows its event.
pub(super) async fn keep(
    store: &Store,
    connection: &mut AnyConnection,
    row: &mut ReleaseRow,
    (signature, caller): (&Signature, &Caller),
) -> Result<Statement, StoreError> {
    let release = (row.skill.as_str(), row.version.as_str());
    let (text, key) = (signature.to_string(), signature.key.to_string());
    let rotations = rotations(store, connection, &key).await?.join("\n");
    let publisher = Some((key.as_str(), rotations.as_str()));
    let kept = log::insert_signature(release, &text, publisher);
    row.signature = Some(text);
    row.signer = Some(caller.name().to_owned());
    Ok(kept)
}

/// Follows a key back through those that announced one another, the newest first.
async fn rotations(
    store: &Store,
    connection: &mut AnyConnection,
    key: &str,
) -> Result<Vec<String>, StoreError> {
    let mut rotations = Vec::new();
    let mut key = key.to_owned();
    while rotations.len() < ROTATIONS {
        let row = store.sorted(keys::one(&mut *connection, &key).await)?;
        let Some(announced) = row.and_then(|row| row.announced_by) else {
            break;
        };
        let announcement: Signature = parsed("signature", &announced)?;
        key = announcement.key.to_string();
        rotations.push(announced);
    }
    Ok(rotations)
}

fn refused(prepared: &Prepared, source: SignatureRefused) -> PublishError {
    PublishError::Signature {
        name: prepared.name.clone(),
        source: Box::new(source),
    }
}

/// Names a key for people: its name and its id.
fn shown(key: &VerifierKey) -> String {
    format!("`{}` {}", key.name(), key.id_text())
}
