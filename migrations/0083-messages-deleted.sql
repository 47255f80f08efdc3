-- How many deleted messages lie beyond a read mark. No message is in it before it is deleted. It was a part of 0061 first, where nobody could
-- write while all messages were read for it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_deleted ON messages (conversation_id, seq) WHERE deleted_at IS NOT NULL;
