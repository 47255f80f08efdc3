-- Answers of one creator by time, for their own figures.
CREATE INDEX CONCURRENTLY IF NOT EXISTS request_answers_creator ON request_answers (creator_id, ended_at);
