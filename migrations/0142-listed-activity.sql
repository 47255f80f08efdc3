-- Listed members by the day of their last activity, the latest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_active ON users (active_on DESC, id DESC) WHERE listed;
