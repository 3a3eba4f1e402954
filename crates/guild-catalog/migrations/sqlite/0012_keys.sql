-- Which of the publishers' keys signed a release; absent where the catalog itself signed, with the key of its log.

ALTER TABLE release_signatures ADD COLUMN key TEXT;
