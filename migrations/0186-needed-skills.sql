-- Projects by the skills that they or their roles need, in one index. Those of 0048 and 0146 are for servers of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_needed_skills ON projects USING gin (lower_skills(required_skills || role_skills));
