//! What happens when the disk is not what it was.

use std::fs;
use std::path::{Path, PathBuf};

use guild_catalog::StoreError;
use guild_skill::Digest;
use semver::Version;

use crate::world::{on_each_engine, skill};

/// Finds where an archive is kept.
fn blob(data: &Path, digest: &str) -> PathBuf {
    let digest = Digest::parse(digest).unwrap();
    data.join("archives/sha256")
        .join(&digest.hex()[..2])
        .join(digest.hex())
}

#[test]
fn a_damaged_archive_is_told_of_and_never_given_out() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        let release = world.publish(&adr).await.unwrap().release().clone();
        for digest in [&release.digest, &release.root_digest] {
            let path = blob(&world.data, digest);
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&path, bytes).unwrap();
            let error = world
                .catalog
                .archive(&Digest::parse(digest).unwrap())
                .await
                .unwrap_err();
            assert!(
                matches!(error, StoreError::CorruptArchive { .. }),
                "{error:?}"
            );
            assert!(error.to_string().contains(digest), "{error}");
        }
        let error = world
            .catalog
            .file(&adr.name(), &Version::new(0, 1, 0), "SKILL.md")
            .await
            .unwrap_err();
        assert!(
            matches!(error, StoreError::CorruptArchive { .. }),
            "{error:?}"
        );
    });
}

#[test]
fn a_truncated_or_missing_archive_is_told_of() {
    on_each_engine(async |world| {
        let release = world
            .publish(&skill("adr-writer", "ADR Writer"))
            .await
            .unwrap()
            .release()
            .clone();
        let (path, digest) = (
            blob(&world.data, &release.digest),
            Digest::parse(&release.digest).unwrap(),
        );
        fs::write(&path, b"").unwrap();
        let error = world.catalog.archive(&digest).await.unwrap_err();
        assert!(
            matches!(error, StoreError::CorruptArchive { .. }),
            "{error:?}"
        );
        fs::remove_file(&path).unwrap();
        let error = world.catalog.archive(&digest).await.unwrap_err();
        assert!(
            matches!(error, StoreError::MissingArchive { .. }),
            "{error:?}"
        );
    });
}

#[test]
fn an_archive_without_a_record_harms_nobody() {
    on_each_engine(async |world| {
        // As a server leaves it that is killed between archive and record.
        let other = crate::world::World::new(world.engine).await;
        let adr = skill("adr-writer", "ADR Writer");
        let release = other.publish(&adr).await.unwrap().release().clone();
        for digest in [&release.digest, &release.root_digest] {
            let orphan = blob(&world.data, digest);
            fs::create_dir_all(orphan.parent().unwrap()).unwrap();
            fs::copy(blob(&other.data, digest), &orphan).unwrap();
        }
        let digest = Digest::parse(&release.digest).unwrap();
        assert!(
            world.catalog.archive(&digest).await.unwrap().is_none(),
            "nobody published it here"
        );
        // Each catalog has a key of its own, and signs with that.
        let published = world.publish(&adr).await.unwrap();
        assert_eq!(published.release().digest, release.digest);
        assert!(world.catalog.archive(&digest).await.unwrap().is_some());
        other.end().await;
    });
}

#[test]
fn a_publish_that_cannot_keep_its_archive_records_nothing() {
    on_each_engine(async |world| {
        let archives = world.data.join("archives/sha256");
        fs::remove_dir_all(&archives).unwrap();
        fs::write(&archives, "a file in the way").unwrap();
        let adr = skill("adr-writer", "ADR Writer");
        world.publish(&adr).await.unwrap_err();
        assert!(world.catalog.skill(&adr.name()).await.unwrap().is_none());
        assert_eq!(world.catalog.generation(), 0);
        fs::remove_file(&archives).unwrap();
        fs::create_dir(&archives).unwrap();
        world.publish(&adr).await.unwrap();
        assert!(world.catalog.skill(&adr.name()).await.unwrap().is_some());
    });
}

#[test]
fn a_damaged_record_is_told_of() {
    on_each_engine(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        world.publish(&adr).await.unwrap();
        world.execute("UPDATE releases SET record = '{'").await;
        let error = world.catalog.skill(&adr.name()).await.unwrap_err();
        assert!(
            matches!(
                error,
                StoreError::Damaged {
                    what: "page record",
                    ..
                }
            ),
            "{error:?}"
        );
    });
}
