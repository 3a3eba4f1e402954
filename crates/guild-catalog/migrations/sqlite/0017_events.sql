-- What is new of a skill or of a pack is found without reading what happened to all others.

CREATE INDEX events_by_skill ON events (skill, sequence);
