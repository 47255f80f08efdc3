-- When a participant left a team's conversation: for a while they may still report what they could read. What they saved there is gone at
-- once, whichever way they left. Their devices learn that from the version.
ALTER TABLE memberships ADD COLUMN left_at timestamptz;

CREATE FUNCTION membership_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.left_at := CASE WHEN NEW.left_seq IS NOT NULL THEN coalesce(NEW.left_at, now()) END;
  IF NEW.left_seq IS NOT NULL THEN
    WITH dropped AS (
      DELETE FROM saved_messages WHERE user_id = NEW.user_id AND conversation_id = NEW.conversation_id RETURNING seq
    )
    UPDATE saved_versions SET version = version + (SELECT count(*) FROM dropped)
    WHERE user_id = NEW.user_id AND EXISTS (SELECT FROM dropped);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER membership_left BEFORE UPDATE OF left_seq ON memberships FOR EACH ROW
  WHEN (NEW.left_seq IS DISTINCT FROM OLD.left_seq) EXECUTE FUNCTION membership_left();
