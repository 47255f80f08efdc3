CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS memberships_of_two ON memberships (user_id, other_id);
