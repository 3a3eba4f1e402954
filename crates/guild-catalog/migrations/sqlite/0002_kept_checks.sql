-- A person may ask the page that checks to keep a result: it is found by a key that nobody can guess, until its time is over.
CREATE TABLE kept_checks (
    key TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX kept_checks_by_expiry ON kept_checks (expires_at);
