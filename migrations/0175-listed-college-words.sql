-- Listed members by college, without case and accents. That of 0143 is for servers of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_college_words ON users (search_words(college), active_on DESC, id DESC) WHERE listed;
