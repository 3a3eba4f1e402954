-- Who may write: accounts with their sessions and tokens, roles in packs, invitations, and who did what.
-- No secret is here: a password is argon2id, every other secret is 256 random bits and kept as its SHA-256.

CREATE TABLE accounts (
    name TEXT NOT NULL PRIMARY KEY,
    password_hash TEXT NOT NULL,
    is_admin BIGINT NOT NULL,
    is_disabled BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- `id` is what people see, `secret_digest` what the cookie is found by; it is over at `expires_at`, or when idle for too long.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    secret_digest TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES accounts (name),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account, created_at);

-- A token stands for an account, or for a job of continuous integration: then `workflow` says which.
-- `scopes` are separated by spaces; with `pack` and `skill` it is good for those alone.
CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    secret_digest TEXT NOT NULL UNIQUE,
    account TEXT REFERENCES accounts (name),
    workflow TEXT,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    pack TEXT,
    skill TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    used_at BIGINT
);
CREATE INDEX tokens_by_account ON tokens (account, created_at);

CREATE TABLE pack_members (
    pack TEXT NOT NULL REFERENCES packs (name),
    account TEXT NOT NULL REFERENCES accounts (name),
    role TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (pack, account)
);
CREATE INDEX pack_members_by_account ON pack_members (account, pack);

-- One-time links: for the first account, for a new one, for a new password of `account`.
CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    secret_digest TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    account TEXT REFERENCES accounts (name),
    is_admin BIGINT NOT NULL,
    pack TEXT,
    role TEXT,
    made_by TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Tries to sign in, counted by account and by address in windows of time, so that every node sees them.
CREATE TABLE tries (
    key TEXT NOT NULL PRIMARY KEY,
    taken BIGINT NOT NULL,
    began_at BIGINT NOT NULL
);

-- One row: whoever writes an entry takes the next sequence from it, which puts them in a line.
CREATE TABLE audit (
    id BIGINT NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
);
INSERT INTO audit (id, sequence) VALUES (1, 0);

-- Who did what on what, when, and by which session or token. Names only: an entry outlives what it names.
CREATE TABLE audit_entries (
    sequence BIGINT NOT NULL PRIMARY KEY,
    occurred_at BIGINT NOT NULL,
    account TEXT,
    workflow TEXT,
    credential TEXT,
    credential_id TEXT,
    action TEXT NOT NULL,
    subject TEXT NOT NULL
);
CREATE INDEX audit_entries_by_account ON audit_entries (account, sequence);
