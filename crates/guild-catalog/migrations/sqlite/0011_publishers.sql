-- Trusted publishing: a job of continuous integration publishes with the identity that its issuer gives it, and no secret is kept.

-- Which jobs may publish where. A skill need not be there yet; without an environment any is right.
-- `repository_id` is that of the first job: a repository that takes the name of another one later is refused.
CREATE TABLE publishers (
    id TEXT NOT NULL PRIMARY KEY,
    pack TEXT NOT NULL REFERENCES packs (name),
    skill TEXT,
    issuer TEXT NOT NULL,
    audience TEXT NOT NULL,
    repository TEXT NOT NULL,
    repository_id TEXT,
    workflow TEXT NOT NULL,
    environment TEXT,
    made_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX publishers_by_pack ON publishers (pack, created_at);

-- Identities that were shown: each is good once, known by the SHA-256 of what its issuer signed.
CREATE TABLE shown_identities (
    digest TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

-- The job that a token stands for, as its issuer vouched: JSON, kept with every release that the token publishes.
ALTER TABLE tokens ADD COLUMN identity TEXT;
