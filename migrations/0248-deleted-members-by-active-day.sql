-- The public counts subtract these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_deleted_on ON users (active_on) WHERE deleted_at IS NOT NULL;
