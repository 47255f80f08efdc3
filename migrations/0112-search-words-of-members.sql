-- Members are found by the beginnings of the words of their name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_words ON users USING gin (search_words(name) gin_trgm_ops);
