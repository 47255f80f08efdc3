-- The list of open projects by the number of seats that are not taken.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_by_open_seats ON projects ((max_members - member_count) DESC, id DESC) WHERE state = 'open';
