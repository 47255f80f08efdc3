-- When a participant left a team's conversation: for a while they may still report what they could read.
ALTER TABLE memberships ADD COLUMN left_at timestamptz;

CREATE FUNCTION membership_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.left_at := CASE WHEN NEW.left_seq IS NOT NULL THEN coalesce(NEW.left_at, now()) END;
  RETURN NEW;
END $$;

CREATE TRIGGER membership_left BEFORE UPDATE OF left_seq ON memberships FOR EACH ROW
  WHEN (NEW.left_seq IS DISTINCT FROM OLD.left_seq) EXECUTE FUNCTION membership_left();
