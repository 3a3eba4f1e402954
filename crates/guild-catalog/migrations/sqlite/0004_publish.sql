-- Publishing by accounts: who published a release, why one was withdrawn, what a name looks like, and which names were given up for ever.
ALTER TABLE releases ADD COLUMN published_by TEXT;
ALTER TABLE releases ADD COLUMN yank_reason TEXT;
CREATE INDEX releases_by_publisher ON releases (published_by, published_at);

-- What a hasty reader sees of a name, forwards and backwards, so that names one letter apart are found by either half.
-- Empty until the server that brings this filled it in.
ALTER TABLE skills ADD COLUMN look TEXT NOT NULL DEFAULT '';
ALTER TABLE skills ADD COLUMN look_reversed TEXT NOT NULL DEFAULT '';
CREATE INDEX skills_by_look ON skills (look);
CREATE INDEX skills_by_look_reversed ON skills (look_reversed);

-- A deleted skill: its name is never given out again. `sequence` is that of the deletion.
CREATE TABLE tombstones (
    name TEXT NOT NULL PRIMARY KEY,
    pack TEXT NOT NULL,
    reason TEXT,
    deleted_by TEXT,
    deleted_at BIGINT NOT NULL,
    sequence BIGINT NOT NULL UNIQUE
);
