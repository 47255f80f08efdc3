-- Counts the changes to the profile that a member edits, also by moderators and by servers of the previous version: a late change replaces no
-- later one. `profile_version` counts what others see in their lists.
ALTER TABLE users ADD COLUMN own_version integer NOT NULL DEFAULT 0;
CREATE FUNCTION raise_own_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.own_version := OLD.own_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER user_own_version BEFORE UPDATE OF
  name, college, skills, github_link, headline, about, looks_for, links, shows_time_zone, takes_roles, free_from, listed ON users
  FOR EACH ROW EXECUTE FUNCTION raise_own_version();
