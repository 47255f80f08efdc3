-- The skill filter also finds projects whose roles need a skill. Few projects have roles.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_role_skills ON projects USING gin (lower_skills(role_skills)) WHERE role_skills <> '{}';
