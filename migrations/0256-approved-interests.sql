-- Whether one member has approved another's interest is asked for each row of many lists, and few interests are approved: by all of a
-- member's interests, one with hundreds took a dozen blocks for each row.
CREATE INDEX CONCURRENTLY IF NOT EXISTS interests_approved ON interests (requester_id) WHERE status = 'approved';
