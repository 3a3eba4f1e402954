//! Where secrets are kept.

/// A place that holds secrets, as text names it in lower case, and whether it holds nothing else.
pub(super) struct Store {
    pub name: &'static str,
    pub kind: StoreKind,
}

/// What a store is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StoreKind {
    /// Secrets of the person: no skill has business there.
    Personal,
    /// Secrets of a project, which a skill may have to handle.
    Project,
}

use StoreKind::{Personal, Project};

/// The stores, longer names before the shorter ones that they hold.
pub(super) const STORES: &[Store] = &[
    Store {
        name: ".aws/credentials",
        kind: Personal,
    },
    Store {
        name: ".config/gcloud",
        kind: Personal,
    },
    Store {
        name: ".docker/config.json",
        kind: Personal,
    },
    Store {
        name: ".git-credentials",
        kind: Personal,
    },
    Store {
        name: ".gnupg",
        kind: Personal,
    },
    Store {
        name: ".kube/config",
        kind: Personal,
    },
    Store {
        name: ".netrc",
        kind: Personal,
    },
    Store {
        name: ".pypirc",
        kind: Personal,
    },
    Store {
        name: ".ssh/",
        kind: Personal,
    },
    Store {
        name: "~/.ssh",
        kind: Personal,
    },
    Store {
        name: "/etc/shadow",
        kind: Personal,
    },
    Store {
        name: "find-generic-password",
        kind: Personal,
    },
    Store {
        name: "find-internet-password",
        kind: Personal,
    },
    Store {
        name: "id_ed25519",
        kind: Personal,
    },
    Store {
        name: "id_rsa",
        kind: Personal,
    },
    Store {
        name: "login.keychain",
        kind: Personal,
    },
    Store {
        name: "keychain",
        kind: Personal,
    },
    Store {
        name: "cookies.sqlite",
        kind: Personal,
    },
    Store {
        name: "wallet.dat",
        kind: Personal,
    },
    Store {
        name: ".env",
        kind: Project,
    },
    Store {
        name: ".npmrc",
        kind: Project,
    },
];

/// A store that a text names, and where.
pub(super) struct Named {
    pub store: &'static Store,
    pub at: usize,
}

/// Finds the first store of each name in a text in lower case.
pub(super) fn stores_in(lower: &str) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    for store in STORES {
        for (at, _) in lower.match_indices(store.name) {
            let is_new = found.iter().all(|named| {
                let end = named.at + named.store.name.len();
                at + store.name.len() <= named.at || end <= at
            });
            if is_new && is_whole(lower, at, store.name) {
                found.push(Named { store, at });
                break;
            }
        }
    }
    found
}

/// `.env` is a name of its own: `process.env`, `.env.example` and `.environment` are not that file.
fn is_whole(lower: &str, at: usize, name: &str) -> bool {
    let before = lower[..at].chars().next_back();
    let after = &lower[at + name.len()..];
    let next = after.chars().next();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    match name {
        ".env" => {
            let is_start =
                !before.is_some_and(|before| is_word(before) || matches!(before, ')' | ']'));
            let is_sample = [".example", ".sample", ".template", ".dist"]
                .iter()
                .any(|end| after.starts_with(end));
            is_start && !is_sample && !next.is_some_and(is_word)
        }
        "keychain" | "id_rsa" | "id_ed25519" => {
            !before.is_some_and(is_word) && !next.is_some_and(is_word) && !after.starts_with(".pub")
        }
        _ => true,
    }
}
