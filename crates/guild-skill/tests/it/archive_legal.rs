//! Archives that look odd and are sound: tools make them, so they are read.

use guild_skill::archive::Archive;

use crate::archive_builder::{FILE, PROGRAM, RawEntry, RawZip, UTF8, extra, good, good_with};

/// The good archive in every odd shape that a tool gives it; each holds the same three files.
pub(crate) fn odd_shapes() -> Vec<(&'static str, RawZip)> {
    let shape = |name, change: fn(&mut RawZip)| {
        let mut zip = good();
        change(&mut zip);
        (name, zip)
    };
    vec![
        shape("plain", |_| {}),
        shape("records behind the data (streaming writers)", |zip| {
            zip.entries[0].stream();
        }),
        shape("records behind stored data", |zip| zip.entries[2].stream()),
        shape("a record without its signature", |zip| {
            zip.entries[0].stream();
            zip.entries[0].descriptor.drain(..4);
        }),
        shape("a record beside sizes that are stated already", |zip| {
            let local = zip.entries[0].local.clone();
            zip.entries[0].stream();
            let (crc, packed, unpacked) = (local.crc, local.packed, local.unpacked);
            let own = &mut zip.entries[0].local;
            (own.crc, own.packed, own.unpacked) = (crc, packed, unpacked);
        }),
        shape(
            "a large record behind the data (Python, Info-ZIP from a pipe)",
            |zip| {
                stream_large(&mut zip.entries[0]);
            },
        ),
        shape("large sizes in the entry alone (Python)", |zip| {
            large_local(&mut zip.entries[2]);
        }),
        shape("large sizes in the directory", |zip| {
            let entry = &mut zip.entries[2];
            let sizes = [
                u64::from(entry.central.unpacked),
                entry.central.packed.into(),
            ];
            entry.central.extra = extra(1, &sizes.map(u64::to_le_bytes).concat());
            (entry.central.packed, entry.central.unpacked) = (u32::MAX, u32::MAX);
        }),
        shape("large sizes that repeat the small ones", |zip| {
            let entry = &mut zip.entries[2];
            let sizes = [
                u64::from(entry.central.unpacked),
                entry.central.packed.into(),
            ];
            entry.central.extra = extra(1, &sizes.map(u64::to_le_bytes).concat());
        }),
        shape("a large end record beside the small one", |zip| {
            zip.has_zip64_end = true
        }),
        shape("a large end record that is needed", |zip| {
            zip.has_zip64_end = true;
            (zip.count, zip.size, zip.offset) = (Some(u16::MAX), Some(u32::MAX), Some(u32::MAX));
        }),
        shape("entries for folders", |zip| {
            zip.entries.insert(0, RawEntry::folder("adr/"));
            zip.entries.insert(1, RawEntry::folder("adr/scripts/"));
            zip.entries.push(RawEntry::folder("adr/empty/"));
        }),
        shape(
            "a folder's entry after its files, without attributes",
            |zip| {
                let mut folder = RawEntry::folder("adr/scripts/");
                folder.attributes = 0;
                zip.entries.push(folder);
            },
        ),
        shape("a folder packed by deflate (Java)", |zip| {
            let mut folder = RawEntry::deflated("adr/scripts/", b"");
            folder.attributes = 0o040_755 << 16;
            zip.entries.push(folder);
        }),
        shape("a comment on the archive (git)", |zip| {
            zip.comment = b"4b825dc642cb6eb9a060e54bf8d69288fbee4904".to_vec();
        }),
        shape("a comment of the greatest length", |zip| {
            zip.comment = vec![b' '; 65_535]
        }),
        shape("a comment on an entry", |zip| {
            zip.entries[0].comment = b"See below.".to_vec()
        }),
        shape("times and owners (Info-ZIP)", |zip| {
            let times = extra(0x5455, b"\x03\x00\x00\x00\x60\x00\x00\x00\x60");
            let owner = extra(0x7875, b"\x01\x04\xe8\x03\x00\x00\x04\xe8\x03\x00\x00");
            zip.entries[0].local.extra = [times, owner.clone()].concat();
            zip.entries[0].central.extra = [extra(0x5455, b"\x03\x00\x00\x00\x60"), owner].concat();
        }),
        shape("times of Windows", |zip| {
            zip.entries[0].central.extra = extra(0x000A, &[0; 32]);
        }),
        shape("the mark of a jar", |zip| {
            zip.entries[0].both(|header| header.extra = extra(0xCAFE, b""));
        }),
        shape("an extra field that nobody knows", |zip| {
            zip.entries[0].both(|header| header.extra = extra(0x6969, b"whatever"));
        }),
        shape("a second name that is the first", |zip| {
            let field = [b"\x01\0\0\0\0".as_slice(), &zip.entries[2].local.name].concat();
            zip.entries[2].central.extra = extra(0x7075, &field);
        }),
        shape("names in ASCII marked as UTF-8", |zip| {
            zip.entries[0].both(|header| header.flags |= UTF8);
        }),
        shape("how hard deflate tried", |zip| {
            zip.entries[0].both(|header| header.flags |= 0b010);
        }),
        shape("the bit for text", |zip| zip.entries[0].attributes |= 0x20),
        shape("no mode at all (made on DOS)", |zip| {
            (zip.entries[0].made_by, zip.entries[0].attributes) = (20, 0x20);
        }),
        shape("modes without a type (Python)", |zip| {
            zip.entries[0].attributes = 0o600 << 16;
        }),
        shape("everything stored", |zip| {
            let contents = zip
                .read()
                .unwrap()
                .files
                .get("SKILL.md")
                .unwrap()
                .bytes
                .clone();
            zip.entries[0] = RawEntry::stored("adr/SKILL.md", &contents);
        }),
        shape("entries out of order", |zip| zip.entries.reverse()),
        shape("what macOS adds", |zip| {
            zip.entries.push(RawEntry::folder("__MACOSX/"));
            zip.entries
                .push(RawEntry::deflated("__MACOSX/adr/._SKILL.md", &[0; 120]));
            zip.entries.push(RawEntry::stored("adr/.DS_Store", b"Bud1"));
            zip.entries.push(RawEntry::stored(".DS_Store", b"Bud1"));
        }),
    ]
}

/// Large sizes in a field of the header, zeros until the data is known.
fn stream_large(entry: &mut RawEntry) {
    entry.stream();
    let sizes = [
        u64::from(entry.central.packed),
        entry.central.unpacked.into(),
    ];
    entry.descriptor = [b"PK\x07\x08".as_slice(), &entry.central.crc.to_le_bytes()].concat();
    entry
        .descriptor
        .extend(sizes.map(u64::to_le_bytes).concat());
    (entry.local.packed, entry.local.unpacked) = (u32::MAX, u32::MAX);
    entry.local.extra = extra(1, &[0; 16]);
}

fn large_local(entry: &mut RawEntry) {
    let sizes = [u64::from(entry.local.unpacked), entry.local.packed.into()];
    entry.local.extra = extra(1, &sizes.map(u64::to_le_bytes).concat());
    (entry.local.packed, entry.local.unpacked) = (u32::MAX, u32::MAX);
}

fn contents(archive: &Archive) -> Vec<(&str, &[u8])> {
    let files = archive.files.iter();
    files
        .map(|file| (file.path.as_str(), file.bytes.as_slice()))
        .collect()
}

#[test]
fn every_odd_shape_gives_the_same_files() {
    let plain = good().read().unwrap();
    let shapes = odd_shapes();
    assert!(shapes.len() >= 25);
    for (name, zip) in shapes {
        let archive = zip.read().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(contents(&archive), contents(&plain), "{name}");
        assert_eq!(archive.wrapper.as_deref(), Some("adr"), "{name}");
    }
}

#[test]
fn a_file_stays_executable_by_its_owner_bit() {
    let archive = good().read().unwrap();
    assert!(archive.files.get("scripts/run.sh").unwrap().is_executable);
    assert!(!archive.files.get("SKILL.md").unwrap().is_executable);
    let mut zip = good();
    (zip.entries[1].attributes, zip.entries[2].attributes) = (FILE, PROGRAM);
    let archive = zip.read().unwrap();
    assert!(!archive.files.get("scripts/run.sh").unwrap().is_executable);
    assert!(archive.files.get("notes.txt").unwrap().is_executable);
}

#[test]
fn the_skill_may_stand_at_the_root() {
    let mut zip = good();
    zip.entries = vec![
        RawEntry::stored("SKILL.md", b"# Title\n"),
        RawEntry::stored("nested/SKILL.md", b"# Another\n"),
    ];
    let archive = zip.read().unwrap();
    assert_eq!(archive.wrapper, None);
    assert_eq!(archive.files.len(), 2);
}

#[test]
fn names_outside_ascii_are_read_in_utf_8() {
    let marked = RawEntry::stored("adr/größe.md", b"x");
    assert!(
        good_with(marked.clone())
            .read()
            .unwrap()
            .files
            .get("größe.md")
            .is_some()
    );
    // The Finder sets no flag.
    let mut unmarked = marked;
    unmarked.both(|header| header.flags = 0);
    assert!(
        good_with(unmarked)
            .read()
            .unwrap()
            .files
            .get("größe.md")
            .is_some()
    );
}

#[test]
fn a_decomposed_name_is_composed() {
    let archive = good_with(RawEntry::stored("adr/e\u{301}.md", b"x"))
        .read()
        .unwrap();
    assert!(archive.files.get("\u{e9}.md").is_some());
}

#[test]
fn names_of_many_scripts_and_signs_are_fine() {
    for name in [
        "adr/日本語.md",
        "adr/Ω≈ç.txt",
        "adr/a b (1), c's & d's.md",
        "adr/.gitignore",
        "adr/.github/x.yml",
        "adr/🎉.md",
        "adr/console.log",
        "adr/com10",
        "adr/-rf",
    ] {
        let zip = good_with(RawEntry::stored(name, b"x"));
        assert!(zip.read().is_ok(), "{name}");
    }
}

#[test]
fn an_empty_file_is_a_file() {
    let mut zip = good_with(RawEntry::stored("adr/empty", b""));
    zip.entries.push(RawEntry::deflated("adr/empty-too", b""));
    let archive = zip.read().unwrap();
    assert_eq!(archive.files.get("empty").unwrap().bytes, b"");
    assert_eq!(archive.files.get("empty-too").unwrap().bytes, b"");
}

#[test]
fn an_archive_in_an_archive_is_a_file() {
    let inner = good().bytes();
    let mut zip = good();
    zip.entries.push(RawEntry::stored("adr/inner.zip", &inner));
    assert_eq!(
        zip.read().unwrap().files.get("inner.zip").unwrap().bytes,
        inner
    );
}
