-- Listed members by the roles that they would take, compared as role_keys() does. That of 0171 is for servers of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_role_keys ON users USING gin (role_keys(takes_roles))
  WHERE listed AND takes_roles <> '{}';
