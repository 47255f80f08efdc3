-- Listed members by the roles that they would take, compared as lower_skills() does.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_roles ON users USING gin (lower_skills(takes_roles))
  WHERE listed AND takes_roles <> '{}';
