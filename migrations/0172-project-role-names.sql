-- Projects by the names of their roles. Few projects have roles.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_role_names ON projects USING gin (lower_skills(role_names)) WHERE role_names <> '{}';
