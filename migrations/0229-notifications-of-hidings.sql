-- Everybody's notifications that a project is hidden, which go when it shows again: also those of former creators and of former members
-- of its team.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_of_hidings ON notifications (project_id)
  WHERE kind IN ('project:hidden', 'team:hidden') AND cleared_at IS NULL;
