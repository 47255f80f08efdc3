CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_search_words ON projects USING gin (search_words gin_trgm_ops);
