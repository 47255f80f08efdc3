-- The mentions of one message: an edit and a deletion read them by it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS message_mentions_of_message ON message_mentions (conversation_id, seq);
