-- How often somebody has lately mentioned the whole team by an edit: few rows of the table are in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS message_mentions_added ON message_mentions (by_id, added_at)
  WHERE is_team AND added_at IS NOT NULL;
