-- Counts a participant's choices of notifications in a team's conversation, also those that servers of the previous version store. A choice
-- that names an earlier count is late: it replaces no later one, even if that one chose the same again.
ALTER TABLE memberships ADD COLUMN notify_version integer NOT NULL DEFAULT 0;
CREATE FUNCTION raise_notify_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.notify_version := OLD.notify_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER membership_notify_version BEFORE UPDATE OF notify ON memberships
  FOR EACH ROW EXECUTE FUNCTION raise_notify_version();
