-- In place of `interests_pending`: a creator's pending interests are counted, and their newest found, in the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS interests_awaited ON interests (project_id, id) INCLUDE (answer_by) WHERE status = 'pending';
