//! Archives, in a folder, in memory, and in a bucket of an S3 server.

use guild_catalog::{Archives, OpenError, StoreError};
use guild_skill::Digest;
use semver::Version;

use crate::chaos::{Chaos, Mode};
use crate::s3;
use crate::world::{Engine, World, on_each_shelf, open_with, runtime, skill};

fn digest(text: &str) -> Digest {
    Digest::parse(text).unwrap()
}

#[test]
fn what_was_published_is_given_out_by_its_digest_and_outlives_a_restart() {
    on_each_shelf(async |mut world| {
        let adr = skill("adr-writer", "ADR Writer");
        let release = world.publish(&adr).await.unwrap().release().clone();
        world.restart().await;
        for name in [&release.digest, &release.root_digest] {
            let archive = world.catalog.archive(&digest(name)).await.unwrap().unwrap();
            assert_eq!(Digest::of(&archive.bytes), digest(name));
        }
        let file = world
            .catalog
            .file(&adr.name(), &Version::new(0, 1, 0), "SKILL.md")
            .await;
        assert!(
            file.unwrap()
                .unwrap()
                .bytes
                .starts_with(b"---\nname: adr-writer")
        );
        world.catalog.is_ready().await.unwrap();
        world.catalog.close().await;
    });
}

#[test]
fn damaged_bytes_are_never_given_out() {
    on_each_shelf(async |world| {
        let adr = skill("adr-writer", "ADR Writer");
        let release = world.publish(&adr).await.unwrap().release().clone();
        for bytes in [b"".as_slice(), b"something else", &[0; 70_000]] {
            world.tamper(&release.digest, Some(bytes)).await;
            let error = world
                .catalog
                .archive(&digest(&release.digest))
                .await
                .unwrap_err();
            assert!(
                matches!(error, StoreError::CorruptArchive { .. }),
                "{error:?}"
            );
        }
        world.tamper(&release.digest, None).await;
        let error = world
            .catalog
            .archive(&digest(&release.digest))
            .await
            .unwrap_err();
        assert!(
            matches!(error, StoreError::MissingArchive { .. }),
            "{error:?}"
        );
    });
}

#[test]
fn what_a_killed_server_left_is_taken_when_it_is_sound_and_replaced_when_it_is_not() {
    on_each_shelf(async |world| {
        let other = World::new(Engine::Sqlite).await;
        let adr = skill("adr-writer", "ADR Writer");
        let release = other.publish(&adr).await.unwrap().release().clone();
        let sound = other
            .catalog
            .archive(&digest(&release.digest))
            .await
            .unwrap()
            .unwrap();
        world.tamper(&release.digest, Some(&sound.bytes)).await;
        world
            .tamper(&release.root_digest, Some(b"half an arch"))
            .await;
        assert!(
            world
                .catalog
                .archive(&digest(&release.digest))
                .await
                .unwrap()
                .is_none()
        );
        // Each catalog has a key of its own, and signs with that.
        let published = world.publish(&adr).await.unwrap();
        assert_eq!(published.release().digest, release.digest);
        for name in [&release.digest, &release.root_digest] {
            assert!(
                world
                    .catalog
                    .archive(&digest(name))
                    .await
                    .unwrap()
                    .is_some()
            );
        }
        other.end().await;
    });
}

#[test]
fn many_publish_at_once() {
    on_each_shelf(async |world| {
        let publish = |number: u32| {
            let catalog = world.catalog.clone();
            // Every second one brings the same bytes as another.
            let skill = skill(&format!("skill-{}", number / 2), "Skill");
            tokio::spawn(async move { catalog.publish(skill.publication()).await })
        };
        let running: Vec<_> = (0..16).map(publish).collect();
        for one in running {
            one.await.unwrap().unwrap();
        }
        assert_eq!(world.catalog.generation(), 8);
    });
}

#[test]
fn a_store_that_ignores_conditions_is_refused_unless_somebody_says_so() {
    let server = s3::s3rver();
    let bucket = server.bucket();
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let open = |archives| open_with(folder.path().to_owned(), None, Some(archives));
        let error = open(s3::archives(&server.address, &bucket))
            .await
            .unwrap_err();
        assert!(
            matches!(error, OpenError::ArchivesUnconditional { .. }),
            "{error:?}"
        );
        assert!(
            error.to_string().contains(&format!("s3://{bucket}/team")),
            "{error}"
        );
        let mut variables = s3::variables(&server.address).to_vec();
        variables.push(("AWS_CONDITIONAL_PUT", "disabled"));
        let archives = Archives::parse(&format!("s3://{bucket}"), variables).unwrap();
        let catalog = open(archives).await.unwrap();
        catalog
            .publish(skill("adr-writer", "ADR Writer").publication())
            .await
            .unwrap();
        catalog.close().await;
    });
}

#[test]
fn a_bucket_that_is_not_there_and_a_server_that_does_not_answer_are_told_apart() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let open = |archives| open_with(folder.path().to_owned(), None, Some(archives));
        let error = open(s3::archives(&s3::moto().address, "no-such-bucket"))
            .await
            .unwrap_err();
        assert!(
            matches!(error, OpenError::ArchivesRefused { .. }),
            "{error:?}"
        );
        let error = open(s3::archives("http://127.0.0.1:1", "skills"))
            .await
            .unwrap_err();
        assert!(
            matches!(error, OpenError::ArchivesUnreachable { .. }),
            "{error:?}"
        );
        assert!(!format!("{error:?}").contains("S3RVER"), "{error:?}");
    });
}

/// A catalog with two skills in a bucket, and what stands before that.
async fn behind_chaos() -> (World, Chaos, Digest) {
    let moto = s3::moto();
    let chaos = Chaos::before(moto.address.trim_start_matches("http://")).await;
    let archives = s3::archives(&format!("http://{}", chaos.address), &moto.bucket());
    let world = World::on(Engine::Sqlite, Some(archives)).await;
    let release = world
        .publish(&skill("adr-writer", "ADR Writer"))
        .await
        .unwrap();
    let digest = digest(&release.release().digest);
    (world, chaos, digest)
}

#[test]
fn while_the_bucket_fails_a_publish_fails_cleanly_and_what_was_read_before_is_there() {
    for mode in [Mode::Fail, Mode::Cut, Mode::Silent] {
        println!("{mode:?}");
        runtime().block_on(async {
            let (world, chaos, digest) = behind_chaos().await;
            world.catalog.archive(&digest).await.unwrap().unwrap();
            chaos.set(mode);
            let new = skill("tea-maker", "Tea Maker");
            let error = world.publish(&new).await.unwrap_err();
            assert!(error.is_passing(), "{error:?}");
            assert!(world.catalog.skill(&new.name()).await.unwrap().is_none());
            assert_eq!(world.catalog.generation(), 1);
            world.catalog.archive(&digest).await.unwrap().unwrap();
            assert!(world.catalog.is_ready().await.unwrap_err().is_passing());
            chaos.set(Mode::Pass);
            world.publish(&new).await.unwrap();
            world.catalog.is_ready().await.unwrap();
            world.catalog.close().await;
        });
    }
}

#[test]
fn a_slow_bucket_is_waited_for() {
    runtime().block_on(async {
        let (world, chaos, digest) = behind_chaos().await;
        chaos.set(Mode::Slow);
        world
            .publish(&skill("tea-maker", "Tea Maker"))
            .await
            .unwrap();
        world.catalog.archive(&digest).await.unwrap().unwrap();
        world.catalog.close().await;
    });
}

#[test]
fn a_bucket_that_fails_now_and_then_costs_no_publish() {
    runtime().block_on(async {
        let (world, chaos, _) = behind_chaos().await;
        for number in 0..6 {
            chaos.fail(2);
            let new = skill(&format!("skill-{number}"), "Skill");
            world.publish(&new).await.unwrap();
            assert_eq!(chaos.left(), 0, "the bucket was asked");
        }
        assert_eq!(world.catalog.generation(), 7);
        world.catalog.close().await;
    });
}
