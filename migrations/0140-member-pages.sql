-- Facts of a member's page. `listed`: whether strangers find the member; null until they have chosen. `active_on`: the day of the last
-- activity (UTC), after which listed members lapse; null for members who have not been active since this migration.
ALTER TABLE users
  ADD COLUMN headline text NOT NULL DEFAULT '',
  ADD COLUMN about text NOT NULL DEFAULT '',
  ADD COLUMN looks_for text NOT NULL DEFAULT '',
  ADD COLUMN links text[] NOT NULL DEFAULT '{}',
  ADD COLUMN shows_time_zone boolean NOT NULL DEFAULT false,
  ADD COLUMN listed boolean,
  ADD COLUMN active_on date;

-- A trigger, since servers of the previous version write `last_active` only. The row's own column: no other row is read or locked.
CREATE FUNCTION note_active_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.active_on := greatest(NEW.active_on, (NEW.last_active AT TIME ZONE 'UTC')::date);
  RETURN NEW;
END $$;
CREATE TRIGGER users_active_day BEFORE UPDATE OF last_active ON users
  FOR EACH ROW WHEN (NEW.last_active IS DISTINCT FROM OLD.last_active) EXECUTE FUNCTION note_active_day();
