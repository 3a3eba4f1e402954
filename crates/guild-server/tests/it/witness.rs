//! A witness of the transparency log, written from the specifications (C2SP signed-note, tlog-checkpoint, tlog-tiles,
//! RFC 6962) and nothing of ours: it reads the whole log over HTTP, and sees that it only grows.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, UnparsedPublicKey};

use crate::world::World;

type Hash = Vec<u8>;

/// What the witness remembers.
struct Witness {
    origin: String,
    id: Vec<u8>,
    key: Vec<u8>,
    size: usize,
    root: Hash,
}

fn sha256(parts: &[&[u8]]) -> Hash {
    digest(&SHA256, &parts.concat()).as_ref().to_vec()
}

/// MTH of RFC 6962, section 2.1, on the hashes of leaves.
fn tree_hash(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => sha256(&[]),
        [leaf] => leaf.clone(),
        _ => {
            let k = leaves.len().next_power_of_two() / 2;
            sha256(&[&[1], &tree_hash(&leaves[..k]), &tree_hash(&leaves[k..])])
        }
    }
}

/// The path of a tile: `255.p/3`, `x001/x234/067`.
fn tile_path(index: usize, width: usize) -> String {
    let digits = format!("{index:03}");
    let padded = format!("{}{digits}", "0".repeat((3 - digits.len() % 3) % 3));
    let mut parts: Vec<String> = padded
        .as_bytes()
        .chunks(3)
        .map(|part| format!("x{}", str::from_utf8(part).unwrap()))
        .collect();
    let last = parts.last_mut().unwrap();
    *last = last[1..].to_owned();
    let suffix = if width == 256 {
        String::new()
    } else {
        format!(".p/{width}")
    };
    parts.join("/") + &suffix
}

impl Witness {
    fn new(world: &World) -> Self {
        let answer = world.get("/log/key");
        let mut parts = answer.text().trim_end().splitn(3, '+');
        let (name, id, key) = (
            parts.next().unwrap(),
            parts.next().unwrap(),
            parts.next().unwrap(),
        );
        let typed = STANDARD.decode(key).unwrap();
        assert_eq!((typed[0], typed.len()), (1, 33));
        let hashed = sha256(&[name.as_bytes(), b"\n", &typed]);
        assert_eq!(
            id,
            format!(
                "{:08x}",
                u32::from_be_bytes(hashed[..4].try_into().unwrap())
            )
        );
        Self {
            origin: name.to_owned(),
            id: hashed[..4].to_vec(),
            key: typed[1..].to_vec(),
            size: 0,
            root: sha256(&[]),
        }
    }

    /// Reads the log once more: the head is signed, the tree is that of the entries, and it begins with what was seen.
    fn follow(&mut self, world: &World) -> Vec<String> {
        let answer = world.get("/log/checkpoint");
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
        let note = answer.text().to_owned();
        let (text, signatures) = note.rsplit_once("\n\n").unwrap();
        let text = format!("{text}\n");
        let line = signatures
            .lines()
            .find(|line| line.starts_with(&format!("— {} ", self.origin)));
        let signature = STANDARD
            .decode(line.unwrap().rsplit_once(' ').unwrap().1)
            .unwrap();
        assert_eq!(signature[..4], self.id);
        UnparsedPublicKey::new(&ED25519, &self.key)
            .verify(text.as_bytes(), &signature[4..])
            .unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let [origin, size, root] = lines[..] else {
            panic!("{text}")
        };
        assert_eq!(origin, self.origin);
        let size: usize = size.parse().unwrap();
        let root = STANDARD.decode(root).unwrap();
        let entries = entries(world, size);
        let leaves: Vec<Hash> = entries
            .iter()
            .map(|entry| sha256(&[&[0], entry.as_bytes()]))
            .collect();
        assert_eq!(tree_hash(&leaves), root);
        assert!(size >= self.size, "the log has shrunk");
        assert_eq!(
            tree_hash(&leaves[..self.size]),
            self.root,
            "the history was rewritten"
        );
        check_tiles(world, &leaves);
        (self.size, self.root) = (size, root);
        entries
    }
}

fn entries(world: &World, size: usize) -> Vec<String> {
    let mut entries = Vec::new();
    for index in 0..size.div_ceil(256) {
        let path = tile_path(index, (size - index * 256).min(256));
        let answer = world.get(&format!("/log/tile/entries/{path}"));
        assert_eq!(
            answer.header("content-type"),
            Some("application/octet-stream")
        );
        let mut rest = answer.body.as_slice();
        while !rest.is_empty() {
            let length = usize::from(u16::from_be_bytes([rest[0], rest[1]]));
            entries.push(String::from_utf8(rest[2..2 + length].to_vec()).unwrap());
            rest = &rest[2 + length..];
        }
    }
    entries
}

/// The tiles of every level are the hashes that the specification says.
fn check_tiles(world: &World, leaves: &[Hash]) {
    let mut hashes = leaves.to_vec();
    for level in 0.. {
        if hashes.is_empty() {
            return;
        }
        for (index, tile) in hashes.chunks(256).enumerate() {
            let answer = world.get(&format!(
                "/log/tile/{level}/{}",
                tile_path(index, tile.len())
            ));
            assert_eq!(
                answer.header("cache-control"),
                Some("public, max-age=31536000, immutable")
            );
            assert_eq!(answer.body, tile.concat());
        }
        hashes = hashes.chunks_exact(256).map(tree_hash).collect();
    }
}

#[test]
fn a_witness_follows_the_log_through_its_growth() {
    let world = World::empty();
    let mut witness = Witness::new(&world);
    assert!(witness.follow(&world).is_empty());
    for version in ["1.0.0", "1.1.0", "2.0.0"] {
        world.publish_tea(version);
        let entries = witness.follow(&world);
        let last = entries.last().unwrap();
        assert!(
            last.contains(&format!("\nRELEASE_PUBLISHED tea-maker {version}\n")),
            "{last}"
        );
    }
    assert_eq!(witness.size, 3);
}

#[test]
fn a_tile_that_the_log_does_not_have_is_not_found() {
    let world = World::of_samples();
    for path in [
        "0/000",
        "0/000.p/4",
        "0/001.p/1",
        "1/000.p/1",
        "64/000",
        "0/0",
        "0/000.p/256",
        "entries/000",
        "entries/000.p/4",
        "entries/x",
        "0/x000/000",
        "entries/x999/x999/x999/x999/x999/x999/999",
        "",
        "..%2f..%2fcheckpoint",
        "0/%30%30%30.p/1x",
    ] {
        let answer = world.get(&format!("/log/tile/{path}"));
        assert_eq!(answer.status, 404, "{path}");
    }
    assert_eq!(world.get("/log/tile/0/000.p/2").body.len(), 64);
}
