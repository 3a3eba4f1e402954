-- What people make of skills: ratings, downloads counted without saying whose, and reports of checked work.
-- Every text sorts by its bytes (collation C), as in SQLite.

-- What lists show and sort by, kept beside the skill so that a million of them are sorted by an index.
-- `rating_order` is the mean in thousandths with five ratings of three stars added: one rating of five stars does not
-- outweigh fifty of nearly five, and a skill that nobody rated stands above those that were rated badly.
ALTER TABLE skills ADD COLUMN rating_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN rating_stars BIGINT NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN rating_order BIGINT NOT NULL DEFAULT 3000;
ALTER TABLE skills ADD COLUMN download_count BIGINT NOT NULL DEFAULT 0;
CREATE INDEX skills_by_rating ON skills (rating_order DESC, name);
CREATE INDEX skills_by_downloads ON skills (download_count DESC, name);

-- One of an account and a skill. With a reason it is hidden: seen by who wrote it and by those who may hide it.
-- `version` is what stood for the skill when it was written.
CREATE TABLE ratings (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    skill TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (name),
    stars BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    hidden_reason TEXT COLLATE "C",
    UNIQUE (skill, account)
);
CREATE INDEX ratings_by_skill ON ratings (skill, changed_at);

-- How often a release was downloaded on a day, counted from 1970 in UTC. Nothing says by whom.
CREATE TABLE downloads (
    skill TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (skill, version, day)
);
CREATE INDEX downloads_by_day ON downloads (skill, day);

-- What came of a check of work that was done with a release. Who sent it is kept to bound how many one may send, and is
-- shown to nobody.
CREATE TABLE reports (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    skill TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    verdict TEXT COLLATE "C" NOT NULL,
    files BIGINT NOT NULL,
    errors BIGINT NOT NULL,
    warnings BIGINT NOT NULL,
    notes BIGINT NOT NULL,
    sent_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX reports_by_release ON reports (skill, version, created_at);
CREATE INDEX reports_by_sender ON reports (sent_by, created_at);
CREATE INDEX reports_by_time ON reports (created_at);

-- The rules that were broken in a report, and how often.
CREATE TABLE report_rules (
    report TEXT COLLATE "C" NOT NULL REFERENCES reports (id),
    skill TEXT COLLATE "C" NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    rule TEXT COLLATE "C" NOT NULL,
    severity TEXT COLLATE "C" NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (report, rule, severity)
);
CREATE INDEX report_rules_by_release ON report_rules (skill, version, rule);
