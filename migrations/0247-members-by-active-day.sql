-- The public counts count members by the day of their last activity, in place of `users_last_active`: an index with the time had to change
-- every ten seconds for each active member, together with all other indexes of the row.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_active_on ON users (active_on);
