-- The transparency log: every release that was published, withdrawn or deleted is an entry of a Merkle tree that only
-- grows (RFC 6962, served as C2SP tlog-tiles), and the key of the log signs its head.

-- One row once the log has its key. `key` is the public key, `sequence` the last event that the log holds.
CREATE TABLE log_head (
    id BIGINT NOT NULL PRIMARY KEY,
    key TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    size BIGINT NOT NULL,
    checkpoint TEXT NOT NULL
);

-- `entry` is the leaf, byte for byte.
CREATE TABLE log_entries (
    position BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    skill TEXT NOT NULL,
    version TEXT,
    entry TEXT NOT NULL
);
CREATE INDEX log_entries_by_skill ON log_entries (skill, version);

-- The hashes of the tree, 256 a tile: those of a full tile never change.
CREATE TABLE log_tiles (
    level BIGINT NOT NULL,
    position BIGINT NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, position)
);

-- What a publisher's key signed of a release, and the claims of the job of continuous integration that published it.
CREATE TABLE release_signatures (
    skill TEXT NOT NULL,
    version TEXT NOT NULL,
    signature TEXT,
    identity TEXT,
    PRIMARY KEY (skill, version)
);

-- The public keys with which an account signs its releases. A key that is removed signs no further release.
CREATE TABLE publisher_keys (
    key TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    removed_at BIGINT
);
CREATE INDEX publisher_keys_by_account ON publisher_keys (account);
