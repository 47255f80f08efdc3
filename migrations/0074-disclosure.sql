-- What of a member others are shown: who sees when they are there, who finds them by name, and whether how far they read and that they
-- type is told.
ALTER TABLE notification_choices
  ADD COLUMN presence_for text NOT NULL DEFAULT 'anyone' CHECK (presence_for IN ('anyone', 'acquainted', 'nobody')),
  ADD COLUMN found_by text NOT NULL DEFAULT 'anyone' CHECK (found_by IN ('anyone', 'teams', 'nobody')),
  ADD COLUMN shows_read_marks boolean NOT NULL DEFAULT true,
  ADD COLUMN shows_typing boolean NOT NULL DEFAULT true;

-- Few choose it, and every message asks.
CREATE INDEX notification_choices_reserved ON notification_choices (user_id) WHERE presence_for <> 'anyone';

-- How far the other is told that one has read counts in the version of a kept list: what is told later is a change of it, and what is not
-- told is none. `kept_conversation_read` has added what was read.
CREATE FUNCTION kept_mark_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_kept_totals(NEW.other_id, 0, 0, 0,
    coalesce(NEW.told_read_seq, NEW.read_seq) - coalesce(OLD.told_read_seq, OLD.read_seq) - (NEW.read_seq - OLD.read_seq));
  RETURN NULL;
END $$;

CREATE TRIGGER kept_mark_held AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.other_kept AND (OLD.told_read_seq IS NOT NULL OR NEW.told_read_seq IS NOT NULL))
  EXECUTE FUNCTION kept_mark_held();
