-- Listed members by these facts. Without a list of pending entries, which each of the sixty days would read again.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_facts ON users
  USING gin (facts_by_day(skills, takes_roles, college, active_on, hides_activity)) WITH (fastupdate = off) WHERE listed;
