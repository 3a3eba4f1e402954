-- Webhooks: who is told of events, and what became of each telling.
-- A webhook has at most one delivery in line: `sequence` is the last event that one was made for, so that nothing waits in
-- rows which the events themselves do not hold already. `pack`, `skill` and `kinds` (separated by spaces) narrow what is told.
-- Signing takes the secret itself, so it is kept as it is; `old_secret` signs too until `old_secret_until`.
-- The node `leased_by` sends until `leased_until`; after that another one may.
CREATE TABLE webhooks (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    url TEXT COLLATE "C" NOT NULL,
    pack TEXT COLLATE "C",
    skill TEXT COLLATE "C",
    kinds TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    old_secret TEXT COLLATE "C",
    old_secret_until BIGINT,
    created_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    failing_since BIGINT,
    disabled_at BIGINT,
    disabled_reason TEXT COLLATE "C",
    leased_by TEXT COLLATE "C",
    leased_until BIGINT NOT NULL,
    served_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_pack ON webhooks (pack, created_at);

-- One event told to one webhook; a redelivery is another row of the same event.
CREATE TABLE webhook_deliveries (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    webhook TEXT COLLATE "C" NOT NULL REFERENCES webhooks (id),
    event BIGINT NOT NULL REFERENCES events (sequence),
    is_redelivery BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    attempted_at BIGINT,
    status BIGINT,
    took_ms BIGINT,
    answer TEXT COLLATE "C",
    error TEXT COLLATE "C"
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook, created_at);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state, webhook, next_attempt_at);
