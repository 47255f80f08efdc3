CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS memberships_participant ON memberships (conversation_id, user_id);
