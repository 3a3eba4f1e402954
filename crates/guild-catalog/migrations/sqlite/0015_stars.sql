-- Which accounts starred which skills: what they want to find again, whether or not they rate it.

-- The number of stars is kept beside the skill, so that a million of them are sorted by an index.
ALTER TABLE skills ADD COLUMN star_count BIGINT NOT NULL DEFAULT 0;
CREATE INDEX skills_by_stars ON skills (star_count DESC, name);

-- One of an account and a skill.
CREATE TABLE stars (
    skill TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (name),
    starred_at BIGINT NOT NULL,
    PRIMARY KEY (skill, account)
);
