-- A key that follows another is announced by it: `announced_by` is that key and its signature of the rotation. A release
-- keeps the rotations that led to its key, one a line, the newest first, as its entry in the log has them.

ALTER TABLE publisher_keys ADD COLUMN announced_by TEXT COLLATE "C";
ALTER TABLE release_signatures ADD COLUMN rotations TEXT COLLATE "C";
