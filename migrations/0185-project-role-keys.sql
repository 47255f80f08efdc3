-- Projects by the names of their roles, compared in the same way. That of 0172 is for servers of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_role_keys ON projects USING gin (role_keys(role_names)) WHERE role_names <> '{}';
