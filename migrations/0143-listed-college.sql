-- Listed members by college.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_college ON users (lower(college), active_on DESC, id DESC) WHERE listed;
