-- No index holds the time of the last activity, so that it is updated in place, given room.
DROP INDEX IF EXISTS users_last_active, users_deleted;
DROP FUNCTION fill_active_days(integer);
ALTER TABLE users SET (fillfactor = 80);
