-- The public counts subtract these from all members, whom an index alone counts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_deleted ON users (last_active) WHERE deleted_at IS NOT NULL;
