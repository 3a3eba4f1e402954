//! The tree of the log against a naive one, written from RFC 6962, section 2.1, and the roots that others publish.

use guild_skill::log::{
    Edge, HASHES_PER_TILE, Hash, Span, TileId, Tiles, consistency_spans, entries_path,
    inclusion_spans, is_consistent, is_included, leaf_hash, node_hash, parse_entries,
};
use proptest::prelude::*;

/// The root of a list of leaves, as the RFC defines it.
fn naive(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of_empty_tree(),
        [leaf] => *leaf,
        _ => {
            let mut middle = 1;
            while middle * 2 < leaves.len() {
                middle *= 2;
            }
            node_hash(&naive(&leaves[..middle]), &naive(&leaves[middle..]))
        }
    }
}

fn leaves(count: u64) -> Vec<Hash> {
    (0..count)
        .map(|number| leaf_hash(&number.to_be_bytes()))
        .collect()
}

fn hex(hash: Hash) -> String {
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a server keeps: the tiles that became full, and those of the edge.
fn grown(leaves: &[Hash]) -> (Edge, Vec<(TileId, Vec<u8>)>) {
    let mut edge = Edge::default();
    let mut tiles = Vec::new();
    for leaf in leaves {
        let full = edge.append(*leaf).into_iter();
        tiles.extend(full.map(|tile| (tile.id, tile.bytes)));
    }
    tiles.extend(edge.tiles());
    (edge, tiles)
}

/// The hashes of spans, out of no more tiles than they take.
fn hashes(spans: &[Span], size: u64, kept: &[(TileId, Vec<u8>)]) -> Vec<Hash> {
    let mut tiles = Tiles::of(size);
    for (id, width) in tiles.missing(spans) {
        let (_, bytes) = kept.iter().find(|(there, _)| *there == id).unwrap();
        tiles
            .insert(id, &bytes[..usize::try_from(width).unwrap() * 32])
            .unwrap();
    }
    tiles.hashes(spans).unwrap()
}

#[test]
fn the_roots_are_those_of_certificate_transparency() {
    let inputs = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ];
    let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let mut edge = Edge::default();
    assert_eq!(
        hex(edge.root()),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    for (input, root) in inputs.iter().zip(roots) {
        let digits = input.as_bytes().chunks(2);
        let bytes =
            digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap());
        edge.append(leaf_hash(&bytes.collect::<Vec<u8>>()));
        assert_eq!(hex(edge.root()), root);
    }
}

#[test]
fn tiles_of_a_tree_of_70_000_are_those_of_the_specification() {
    let (_, tiles) = grown(&leaves(70_000));
    let of = |level: u8, full: bool| {
        let tiles = tiles
            .iter()
            .filter(|(id, bytes)| id.level == level && (bytes.len() == 8192) == full);
        tiles.map(|(_, bytes)| bytes.len() / 32).collect::<Vec<_>>()
    };
    assert_eq!((of(0, true).len(), of(0, false)), (273, vec![112]));
    assert_eq!((of(1, true).len(), of(1, false)), (1, vec![17]));
    assert_eq!((of(2, true).len(), of(2, false)), (0, vec![1]));
}

#[test]
fn a_tile_has_one_address() {
    let id = TileId {
        level: 0,
        index: 1_234_067,
    };
    assert_eq!(id.path(HASHES_PER_TILE), "tile/0/x001/x234/067");
    assert_eq!(id.path(8), "tile/0/x001/x234/067.p/8");
    assert_eq!(TileId::parse("0/x001/x234/067.p/8"), Ok((id, 8)));
    assert_eq!(entries_path(5, 256), "tile/entries/005");
    assert_eq!(parse_entries("x001/005.p/255"), Ok((1005, 255)));
    for wrong in [
        "",
        "0",
        "0/",
        "0/5",
        "0/0005",
        "00/005",
        "64/005",
        "0/x000/005",
        "0/x001/x005",
        "0/001/005",
        "0/005.p/0",
        "0/005.p/256",
        "0/005.p/08",
        "0/005.p/",
        "0/-05",
        "0/+05",
        "0/005/",
        "0/x005",
        "0/005.p/8/",
        "0/۰۰۵",
        "0/x999/x999/x999/x999/x999/x999/999",
    ] {
        assert!(TileId::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_small_tree_proves_all_of_its_leaves_and_of_its_beginnings() {
    let all = leaves(70);
    for size in 0..=70_u64 {
        let known = &all[..usize::try_from(size).unwrap()];
        let (edge, kept) = grown(known);
        let root = naive(known);
        assert_eq!(edge.root(), root, "{size}");
        for index in 0..size {
            let path = hashes(&inclusion_spans(index, size), size, &kept);
            let leaf = &all[usize::try_from(index).unwrap()];
            assert!(
                is_included(leaf, index, size, &root, &path),
                "{index} of {size}"
            );
            assert!(
                !is_included(leaf, index + 1, size, &root, &path),
                "{index} of {size}"
            );
        }
        for old in 0..=size {
            let old_root = naive(&all[..usize::try_from(old).unwrap()]);
            let path = hashes(&consistency_spans(old, size), size, &kept);
            assert!(
                is_consistent((old, &old_root), (size, &root), &path),
                "{old} to {size}"
            );
            let other = leaf_hash(b"another history");
            assert!(
                !is_consistent((old, &other), (size, &root), &path),
                "{old} to {size}"
            );
            if old > 0 {
                assert!(!is_consistent((old, &old_root), (size, &other), &path));
            }
        }
        assert!(!is_consistent((size + 1, &root), (size, &root), &[]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn proofs_out_of_tiles_hold_in_trees_of_several_levels(size in 1_u64..70_000, at in 0.0..1.0, before in 0.0..1.0) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a tree")]
        let (index, old) = (((size as f64) * at) as u64, 1 + (((size - 1) as f64) * before) as u64);
        let all = leaves(size);
        let (edge, kept) = grown(&all);
        let root = edge.root();
        prop_assert_eq!(root, naive(&all));
        let again = Edge::of(size, &edge.tiles()).unwrap();
        prop_assert_eq!(again.root(), root);
        let leaf = &all[usize::try_from(index).unwrap()];
        let path = hashes(&inclusion_spans(index, size), size, &kept);
        prop_assert!(is_included(leaf, index, size, &root, &path));
        let old_root = naive(&all[..usize::try_from(old).unwrap()]);
        let proof = hashes(&consistency_spans(old, size), size, &kept);
        prop_assert!(is_consistent((old, &old_root), (size, &root), &proof));
        for place in 0..path.len() {
            let mut wrong = path.clone();
            wrong[place].0[place % 32] ^= 1 << (place % 8);
            prop_assert!(!is_included(leaf, index, size, &root, &wrong));
        }
        for place in 0..proof.len() {
            let mut wrong = proof.clone();
            wrong[place].0[place % 32] ^= 1 << (place % 8);
            prop_assert!(!is_consistent((old, &old_root), (size, &root), &wrong));
        }
        prop_assert!(!is_included(leaf, index, size, &root, &[path, vec![root]].concat()));
    }

    #[test]
    fn no_path_is_a_panic(text in "[0-9x./p+]{0,40}") {
        if let Ok((id, width)) = TileId::parse(&text) {
            prop_assert_eq!(id.path(width), format!("tile/{text}"));
        }
        let _ = parse_entries(&text);
    }

    #[test]
    fn no_proof_is_a_panic(index: u64, size: u64, parts in 0_usize..70) {
        let hash = leaf_hash(b"");
        let path = vec![hash; parts];
        prop_assert!(!is_included(&hash, index, size, &Hash::of_empty_tree(), &path));
        prop_assert!(!is_consistent((index, &hash), (size, &Hash::of_empty_tree()), &path) || (index == size));
        prop_assert!(inclusion_spans(index, size).len() <= 64);
        prop_assert!(consistency_spans(index, size).len() <= 65);
    }
}
