-- The first shape of the catalog: packs hold skills, skills have releases, releases have files, and every change is an event.
-- Only BIGINT (milliseconds since 1970 UTC, and 0 or 1), TEXT and BYTEA, so that one SQL text serves SQLite and PostgreSQL.
-- Every text sorts by its bytes (collation C), as in SQLite, so that lists have one order on both engines.

-- One row. Whoever changes the catalog takes the next sequence from it first, which also puts writers in a line.
CREATE TABLE history (
    id BIGINT NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
);
INSERT INTO history (id, sequence) VALUES (1, 0);

CREATE TABLE packs (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    label TEXT COLLATE "C" NOT NULL
);

-- What lists and search need of a skill's newest release; `sequence` is that of its last change.
CREATE TABLE skills (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    pack TEXT COLLATE "C" NOT NULL REFERENCES packs (name),
    title TEXT COLLATE "C" NOT NULL,
    title_key TEXT COLLATE "C" NOT NULL,
    summary TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    is_derived BIGINT NOT NULL,
    updated_at BIGINT,
    version TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL UNIQUE
);
CREATE INDEX skills_by_pack ON skills (pack, name);
CREATE INDEX skills_by_title ON skills (title_key);
CREATE INDEX skills_by_update ON skills (updated_at);

-- `version_key` sorts as text in the order of semantic versions. `record` is the page record as JSON.
CREATE TABLE releases (
    skill TEXT COLLATE "C" NOT NULL REFERENCES skills (name),
    version TEXT COLLATE "C" NOT NULL,
    version_key TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    root_digest TEXT COLLATE "C" NOT NULL,
    tree_digest TEXT COLLATE "C" NOT NULL,
    size_bytes BIGINT NOT NULL,
    file_count BIGINT NOT NULL,
    published_at BIGINT NOT NULL,
    is_yanked BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (skill, version),
    UNIQUE (skill, version_key)
);
CREATE INDEX releases_by_digest ON releases (digest);
CREATE INDEX releases_by_root_digest ON releases (root_digest);

CREATE TABLE files (
    skill TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    size_bytes BIGINT NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    is_executable BIGINT NOT NULL,
    PRIMARY KEY (skill, version, path),
    FOREIGN KEY (skill, version) REFERENCES releases (skill, version)
);

CREATE TABLE events (
    sequence BIGINT NOT NULL PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    skill TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C",
    occurred_at BIGINT NOT NULL
);
