-- What skills are narrowed by and sorted by stands in their own row: whether the release that stands for a skill has a
-- contract and is signed, and when the first and the last of its releases were published.
ALTER TABLE skills ADD COLUMN has_contract BIGINT NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN is_signed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN listed_at BIGINT;
ALTER TABLE skills ADD COLUMN released_at BIGINT;
UPDATE skills SET
    has_contract = (SELECT COUNT(*) FROM files f WHERE f.skill = skills.name AND f.version = skills.version AND f.path = 'contract.toml'),
    is_signed = (SELECT COUNT(*) FROM release_signatures g WHERE g.skill = skills.name AND g.version = skills.version AND g.signature IS NOT NULL),
    listed_at = (SELECT MIN(r.published_at) FROM releases r WHERE r.skill = skills.name),
    released_at = (SELECT MAX(r.published_at) FROM releases r WHERE r.skill = skills.name);

-- Every order of a list has an index, so that its first page costs the same whatever the number of skills.
DROP INDEX skills_by_update;
CREATE INDEX skills_by_update ON skills (updated_at DESC NULLS LAST, name);
CREATE INDEX skills_by_listing ON skills (listed_at DESC NULLS LAST, name);
CREATE INDEX skills_by_pack_and_release ON skills (pack, released_at);
CREATE INDEX skills_with_contract ON skills (name) WHERE has_contract = 1;
