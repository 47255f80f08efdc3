-- Counts the changes to a member's free hours, also those that servers of the previous version store: a late change replaces no later one.
ALTER TABLE member_hours ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION raise_hours_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER member_hours_version BEFORE UPDATE ON member_hours FOR EACH ROW EXECUTE FUNCTION raise_hours_version();
