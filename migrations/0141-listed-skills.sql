-- Listed members by skill, compared as lower_skills() does.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_skills ON users USING gin (lower_skills(skills)) WHERE listed;
