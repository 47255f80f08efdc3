-- A word of many descriptions is found in titles first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_title_words ON projects USING gin (title_words gin_trgm_ops);
