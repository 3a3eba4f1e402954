//! Files that are hardly a skill.

use guild_catalog::{Publication, PublishError};
use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};

use crate::world::{on_each_engine, skill};

fn only(path: &str, bytes: &[u8]) -> Publication {
    let file = SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: bytes.to_vec(),
        is_executable: false,
    };
    Publication {
        files: FileSet::new(vec![file], &ArchiveLimits::STANDARD).unwrap(),
        ..skill("adr-writer", "").publication()
    }
}

#[test]
fn files_that_are_no_skill_are_refused_and_leave_nothing() {
    on_each_engine(async |world| {
        let publications = [
            only("README.md", b"# Hello\n"),
            only("SKILL.md", b""),
            only("SKILL.md", b"\xff\xfe\0#"),
            only("SKILL.md", b"---\nname: a\n"),
            only("SKILL.md", b"# No front matter\n"),
        ];
        for publication in publications {
            let error = world.catalog.publish(publication).await.unwrap_err();
            assert!(
                matches!(
                    error,
                    PublishError::NotASkill { .. } | PublishError::Archive { .. }
                ),
                "{error:?}"
            );
        }
        assert_eq!(world.catalog.generation(), 0);
    });
}

#[test]
fn a_skill_md_that_names_another_skill_is_refused() {
    on_each_engine(async |world| {
        for front in ["name: test-generator\n", ""] {
            let text = format!("---\n{front}description: Use when.\n---\n# T\n");
            let publication = only("SKILL.md", text.as_bytes());
            let error = world.catalog.publish(publication).await.unwrap_err();
            assert!(matches!(error, PublishError::OtherName { .. }), "{error:?}");
            assert!(error.to_string().contains("not adr-writer"), "{error}");
        }
        assert_eq!(world.catalog.generation(), 0);
    });
}

#[test]
fn odd_texts_are_kept_and_found() {
    on_each_engine(async |world| {
        let long = "Long title ".repeat(10_000);
        let titles = ["Nul \0 in it", "Größe 日本語 🦀", "quote ' \" ; --", &long];
        for (number, title) in titles.iter().enumerate() {
            let odd = skill(&format!("odd-{number}"), title)
                .body("nul \0 byte")
                .summary(title);
            world.publish(&odd).await.unwrap();
            let entry = world.catalog.skill(&odd.name()).await.unwrap().unwrap();
            assert!(entry.record.skill_md.contains('\0'));
            assert_eq!(world.find(&odd.name).await[0], odd.name);
        }
        assert_eq!(world.find("große").await, ["odd-1"]);
    });
}

#[test]
fn an_endless_version_is_refused() {
    on_each_engine(async |world| {
        let version = format!("1.0.0-{}", "x".repeat(10_000));
        let error = world
            .publish(&skill("adr-writer", "ADR Writer").version(&version))
            .await
            .unwrap_err();
        assert!(
            matches!(error, PublishError::VersionTooLong { .. }),
            "{error:?}"
        );
    });
}

#[test]
fn a_pack_label_without_a_letter_is_refused() {
    on_each_engine(async |world| {
        let error = world
            .publish(&skill("adr-writer", "ADR Writer").pack("\"!!!\""))
            .await
            .unwrap_err();
        assert!(matches!(error, PublishError::PackLabel { .. }), "{error:?}");
    });
}

#[test]
fn a_skill_of_a_thousand_files_is_published() {
    on_each_engine(async |world| {
        let mut big = skill("big", "Big");
        for number in 0..998 {
            big = big.file(
                &format!("references/{number}.md"),
                format!("# {number}\n").as_bytes(),
            );
        }
        assert_eq!(
            world.publish(&big).await.unwrap().release().file_count,
            1_000
        );
    });
}
