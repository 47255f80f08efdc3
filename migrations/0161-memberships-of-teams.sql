-- A member's memberships of teams, for their list: few rows of the table are in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS memberships_of_teams ON memberships (user_id) WHERE other_id IS NULL;
