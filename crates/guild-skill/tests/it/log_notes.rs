//! Notes, checkpoints, proofs, entries and signatures: what is right is read again, and any change of it is seen.

use guild_skill::log::{
    Checkpoint, CheckpointError, Entry, EntryKind, Hash, LoggedRelease, Proof, ProofError, Signer,
    leaf_hash,
};
use guild_skill::note::{self, KeyError, Note, NoteError, SigningKey, VerifierKey};
use guild_skill::signature::{Registration, Rotation, Signature, Statement};
use guild_skill::{AccountName, Digest, SkillName};
use proptest::prelude::*;
use semver::Version;

fn key(name: &str) -> SigningKey {
    SigningKey::from_seed(name, [7; 32]).unwrap()
}

fn signature(skill: &SkillName, version: &Version, key: &SigningKey) -> Signature {
    let (archive, files) = (Digest::of(b"archive"), Digest::of(b"files"));
    let statement = Statement {
        skill,
        version,
        archive: &archive,
        files: &files,
    };
    statement.sign(key)
}

fn entry() -> Entry {
    entry_by(Signer::Account("anna".to_owned()))
}

fn entry_by(by: Signer) -> Entry {
    let (skill, version) = (
        SkillName::parse("adr-writer").unwrap(),
        Version::new(1, 0, 0),
    );
    Entry {
        kind: EntryKind::Published(Box::new(LoggedRelease {
            archive: Digest::of(b"archive"),
            files: Digest::of(b"files"),
            by,
            signature: Some(signature(&skill, &version, &key("anna@laptop"))),
            rotations: Vec::new(),
        })),
        skill,
        version: Some(version),
        at: "2026-11-20T00:00:00Z".to_owned(),
    }
}

/// A proof of the only entry of a log.
fn proof(entry: &str, log: &SigningKey) -> String {
    let checkpoint = Checkpoint {
        origin: log.verifier().name().to_owned(),
        size: 1,
        root: leaf_hash(entry.as_bytes()),
    };
    let proof = Proof {
        index: 0,
        path: Vec::new(),
        checkpoint: checkpoint.sign(log),
    };
    proof.to_string()
}

#[test]
fn the_example_of_the_specification_is_verified() {
    let key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    let key = VerifierKey::parse(key).unwrap();
    let text = "This is an example message.\n";
    let line = "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=";
    let note = format!("{text}\n{line}\n");
    assert_eq!(Note::parse(&note).unwrap().verify(&key), Ok(text));
    let by_another_too = format!("{text}\n— witness.example AAAAAAAA\n{line}\n");
    assert_eq!(Note::parse(&by_another_too).unwrap().verify(&key), Ok(text));
    let other = note.replace("message", "massage");
    let wrong = NoteError::WrongSignature {
        key: "example.com/foo".to_owned(),
    };
    assert_eq!(Note::parse(&other).unwrap().verify(&key), Err(wrong));
}

#[test]
fn a_key_is_read_as_it_was_written_and_a_mistyped_one_is_refused() {
    let signing = key("anna@laptop");
    let public = signing.verifier().to_string();
    assert_eq!(VerifierKey::parse(&public).as_ref(), Ok(signing.verifier()));
    let secret = signing.to_secret_text();
    assert_eq!(
        SigningKey::parse(&format!("{secret}\n"))
            .unwrap()
            .verifier(),
        signing.verifier()
    );
    assert!(
        !format!("{signing:?}").contains(&secret),
        "a private key is printed"
    );
    assert_eq!(VerifierKey::parse(&secret), Err(KeyError::Form));
    assert_eq!(
        VerifierKey::parse(&public.replace("anna", "bert")),
        Err(KeyError::Id)
    );
    for name in ["", "a b", "a+b", "a\nb", "a\u{a0}b", &"a".repeat(201)] {
        assert!(
            matches!(SigningKey::from_seed(name, [7; 32]), Err(KeyError::Name)),
            "{name}"
        );
    }
}

#[test]
fn a_checkpoint_is_believed_of_its_own_log_alone() {
    let (log, other) = (key("catalog.example/log"), key("other.example/log"));
    let checkpoint = Checkpoint {
        origin: "catalog.example/log".to_owned(),
        size: 2,
        root: leaf_hash(b"x"),
    };
    let note = checkpoint.sign(&log);
    assert_eq!(
        Checkpoint::verify(&note, log.verifier()),
        Ok(checkpoint.clone())
    );
    assert!(matches!(
        Checkpoint::verify(&note, other.verifier()),
        Err(CheckpointError::Note(NoteError::NotSigned { .. }))
    ));
    let foreign = note::sign(
        &format!("other.example/log\n2\n{}\n", checkpoint.root),
        &log,
    );
    assert!(matches!(
        Checkpoint::verify(&foreign, log.verifier()),
        Err(CheckpointError::OtherLog { .. })
    ));
    for text in [
        "a\n",
        "a\n2\n",
        "a\n02\n{root}\n",
        "a\n+2\n{root}\n",
        "a\n2\nx\n",
        "\n2\n{root}\n",
        "a\n0\n{root}\n",
    ] {
        let text = text.replace("{root}", &checkpoint.root.to_string());
        let text = text.replacen('a', "catalog.example/log", 1);
        let note = note::sign(&text, &log);
        assert_eq!(
            Checkpoint::verify(&note, log.verifier()),
            Err(CheckpointError::Form),
            "{text:?}"
        );
    }
    let extended = note::sign(
        &format!("catalog.example/log\n0\n{}\nmore\n", Hash::of_empty_tree()),
        &log,
    );
    assert_eq!(
        Checkpoint::verify(&extended, log.verifier()).unwrap().size,
        0
    );
}

#[test]
fn a_release_that_another_key_or_no_key_signed_is_told_apart() {
    let mut entry = entry();
    assert!(entry.is_signature_right());
    assert_eq!(entry.to_string().parse(), Ok(entry.clone()));
    entry.version = Some(Version::new(1, 0, 1));
    assert!(!entry.is_signature_right());
}

#[test]
fn what_is_signed_for_a_release_is_a_note_that_others_can_check() {
    let (skill, version, key) = (
        SkillName::parse("a").unwrap(),
        Version::new(1, 2, 3),
        key("k"),
    );
    let signed = signature(&skill, &version, &key);
    let (archive, files) = (Digest::of(b"archive"), Digest::of(b"files"));
    let statement = Statement {
        skill: &skill,
        version: &version,
        archive: &archive,
        files: &files,
    };
    let note = statement.note(&signed);
    assert_eq!(
        Note::parse(&note).unwrap().verify(key.verifier()),
        Ok(statement.to_string().as_str())
    );
    assert_eq!(signed.to_string().parse(), Ok(signed));
}

#[test]
fn a_registration_is_of_one_account_and_one_catalog_and_no_release() {
    let (anna, bruno) = (
        AccountName::parse("anna").unwrap(),
        AccountName::parse("bruno").unwrap(),
    );
    let registration = Registration {
        account: &anna,
        catalog: "skills.example.org/log",
    };
    assert_eq!(
        registration.to_string(),
        "guild key v1\naccount anna\ncatalog skills.example.org/log\n"
    );
    let signed = registration.sign(&key("anna"));
    assert!(registration.is_signed_by(&signed));
    for other in [
        Registration {
            account: &bruno,
            ..registration
        },
        Registration {
            catalog: "elsewhere",
            ..registration
        },
    ] {
        assert!(!other.is_signed_by(&signed));
    }
    let (skill, version) = (
        SkillName::parse("adr-writer").unwrap(),
        Version::new(1, 0, 0),
    );
    assert!(!registration.is_signed_by(&signature(&skill, &version, &key("anna"))));
}

#[test]
fn keys_are_followed_as_far_as_each_announced_the_next() {
    let [first, second, laptop] = ["first", "second", "anna@laptop"].map(key);
    let announce = |from: &SigningKey, to: &SigningKey| {
        let (from, to, by) = (from.verifier(), to.verifier(), from);
        Rotation { from, to }.sign(by)
    };
    let after = |rotations: Vec<Signature>| {
        let mut entry = entry();
        let EntryKind::Published(release) = &mut entry.kind else {
            unreachable!();
        };
        release.rotations = rotations;
        assert_eq!(entry.to_string().parse::<Entry>().unwrap(), entry);
        let earlier = entry.earlier_keys().into_iter();
        earlier.map(|key| key.name().to_owned()).collect::<Vec<_>>()
    };
    let chain = [announce(&second, &laptop), announce(&first, &second)];
    assert_eq!(after(chain.to_vec()), ["second", "first"]);
    assert_eq!(after(vec![announce(&first, &second)]), [""; 0]);
    assert_eq!(after(vec![announce(&laptop, &laptop)]), [""; 0]);
    let other = Rotation {
        from: first.verifier(),
        to: laptop.verifier(),
    }
    .sign(&second);
    assert_eq!(
        after(vec![other]),
        [""; 0],
        "another key than `from` signed"
    );
    let (skill, version) = (
        SkillName::parse("adr-writer").unwrap(),
        Version::new(1, 0, 0),
    );
    assert_eq!(after(vec![signature(&skill, &version, &second)]), [""; 0]);
}

#[test]
fn who_is_named_cannot_begin_another_line() {
    let entry = entry_by(Signer::Account("anna\nsigned x".to_owned()));
    let text = entry.to_string();
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("signed"))
            .count(),
        1
    );
    assert!(text.parse::<Entry>().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_flipped_bit_anywhere_is_caught(at in 0.0..1.0, bit in 0_u8..8) {
        let log = key("catalog.example/log");
        let entry = entry().to_string();
        let proof = proof(&entry, &log);
        let whole = format!("{entry}|{proof}");
        let mut bytes = whole.into_bytes();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a text")]
        let place = ((bytes.len() as f64) * at) as usize;
        bytes[place] ^= 1 << bit;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        let Some((changed, proof)) = text.split_once('|') else { return Ok(()) };
        let is_right = Proof::parse(proof).and_then(|proof| proof.verify(changed.as_bytes(), log.verifier()));
        prop_assert!(is_right.is_err(), "{text}");
    }

    #[test]
    fn a_key_or_a_signature_with_another_byte_is_none_or_the_same(
        name in "[^ +\\s\\pC]{1,20}", seed in any::<[u8; 32]>(), at in any::<prop::sample::Index>(), byte in any::<u8>()
    ) {
        let key = SigningKey::from_seed(&name, seed).unwrap();
        let (skill, version) = (SkillName::parse("adr-writer").unwrap(), Version::new(1, 0, 0));
        let signed = signature(&skill, &version, &key);
        prop_assert_eq!(&signed.to_string().parse::<Signature>().unwrap(), &signed);
        let secret = key.to_secret_text();
        let read = SigningKey::parse(&secret).unwrap();
        prop_assert_eq!(&read.to_secret_text(), &secret);
        let change = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            let place = at.index(bytes.len());
            bytes[place] = byte;
            String::from_utf8(bytes).ok()
        };
        if let Some(Ok(other)) = change(&secret).map(|text| SigningKey::parse(&text)) {
            // Four bytes tell keys apart by accident, not by intent: an attacker is held by the signature alone.
            prop_assert_eq!(other.verifier(), key.verifier());
        }
        let (archive, files) = (Digest::of(b"archive"), Digest::of(b"files"));
        let statement = Statement { skill: &skill, version: &version, archive: &archive, files: &files };
        if let Some(Ok(other)) = change(&signed.to_string()).map(|text| text.parse::<Signature>()) {
            prop_assert_eq!(statement.is_signed_by(&other), other == signed);
        }
    }

    #[test]
    fn no_text_is_a_panic(text in "(c2sp.org/tlog-proof@v1\n)?(index )?[0-9]{0,3}\n[ -~\n—]{0,60}") {
        let log = key("a");
        if let Ok(proof) = Proof::parse(&text) {
            prop_assert!(matches!(proof.verify(b"", log.verifier()), Err(ProofError::Checkpoint(_))));
        }
        let _ = Note::parse(&text).map(|note| note.verify(log.verifier()));
        let _ = text.parse::<Entry>();
        let _ = text.parse::<Signature>();
        let _ = VerifierKey::parse(&text);
        let _ = SigningKey::parse(&text);
    }

    #[test]
    fn an_entry_is_read_as_it_was_written(by in "\\PC{1,20}", version in prop::option::of(0_u64..9)) {
        let published = entry_by(Signer::Identity(by));
        prop_assert_eq!(published.to_string().parse::<Entry>().unwrap(), published);
        let yanked = Entry {
            version: version.map(|major| Version::new(major, 0, 0)),
            kind: EntryKind::Yanked,
            ..entry()
        };
        prop_assert_eq!(yanked.to_string().parse::<Entry>().unwrap(), yanked);
    }
}
