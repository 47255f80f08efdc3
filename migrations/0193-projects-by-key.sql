-- One project of a creator for each key.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS projects_by_key ON projects (creator_id, client_id) WHERE client_id IS NOT NULL;
