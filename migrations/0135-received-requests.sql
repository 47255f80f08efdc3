-- Requests to one creator by time, for their own figures.
CREATE INDEX CONCURRENTLY IF NOT EXISTS join_requests_received ON join_requests (creator_id, created_at);
