-- The public counts subtract these from all projects, which an index alone counts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_deleted ON projects (id) WHERE state = 'deleted';
