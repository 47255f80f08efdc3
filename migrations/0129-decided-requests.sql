-- A creator's decided requests, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS join_requests_decided ON join_requests (creator_id, id) WHERE status <> 'pending';
