-- The list of open projects by the time at which they leave it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_closing_soon ON projects (confirmed_at, id) WHERE may_be_listed AND state = 'open';
