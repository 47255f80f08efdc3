-- The list of open projects by the number of seats that are neither taken nor offered.
CREATE INDEX CONCURRENTLY IF NOT EXISTS projects_by_free_seats ON projects ((max_members - member_count - offered_seats) DESC, id DESC) WHERE state = 'open';
