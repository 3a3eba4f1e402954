-- The first shape of the catalog: packs hold skills, skills have releases, releases have files, and every change is an event.
-- Only BIGINT (milliseconds since 1970 UTC, and 0 or 1), TEXT and BLOB, so that one SQL text serves SQLite and PostgreSQL.

-- One row. Whoever changes the catalog takes the next sequence from it first, which also puts writers in a line.
CREATE TABLE history (
    id BIGINT NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
);
INSERT INTO history (id, sequence) VALUES (1, 0);

CREATE TABLE packs (
    name TEXT NOT NULL PRIMARY KEY,
    label TEXT NOT NULL
);

-- What lists and search need of a skill's newest release; `sequence` is that of its last change.
CREATE TABLE skills (
    name TEXT NOT NULL PRIMARY KEY,
    pack TEXT NOT NULL REFERENCES packs (name),
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    summary TEXT NOT NULL,
    description TEXT NOT NULL,
    is_derived BIGINT NOT NULL,
    updated_at BIGINT,
    version TEXT NOT NULL,
    sequence BIGINT NOT NULL UNIQUE
);
CREATE INDEX skills_by_pack ON skills (pack, name);
CREATE INDEX skills_by_title ON skills (title_key);
CREATE INDEX skills_by_update ON skills (updated_at);

-- `version_key` sorts as text in the order of semantic versions. `record` is the page record as JSON.
CREATE TABLE releases (
    skill TEXT NOT NULL REFERENCES skills (name),
    version TEXT NOT NULL,
    version_key TEXT NOT NULL,
    digest TEXT NOT NULL,
    root_digest TEXT NOT NULL,
    tree_digest TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    file_count BIGINT NOT NULL,
    published_at BIGINT NOT NULL,
    is_yanked BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (skill, version),
    UNIQUE (skill, version_key)
);
CREATE INDEX releases_by_digest ON releases (digest);
CREATE INDEX releases_by_root_digest ON releases (root_digest);

CREATE TABLE files (
    skill TEXT NOT NULL,
    version TEXT NOT NULL,
    path TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    digest TEXT NOT NULL,
    is_executable BIGINT NOT NULL,
    PRIMARY KEY (skill, version, path),
    FOREIGN KEY (skill, version) REFERENCES releases (skill, version)
);

CREATE TABLE events (
    sequence BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    skill TEXT NOT NULL,
    version TEXT,
    occurred_at BIGINT NOT NULL
);
