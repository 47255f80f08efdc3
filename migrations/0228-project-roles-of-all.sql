-- Projects by the names of their roles, among all projects: the planner multiplied the share of projects with roles, the condition of 0185's
-- index, with itself, and read all with a common role. That of 0185 is for servers of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_by_role_keys ON projects USING gin (role_keys(role_names));
