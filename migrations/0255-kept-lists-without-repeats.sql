-- Hiding or showing read marks changes no count, so it writes nothing to the stored lists.
CREATE OR REPLACE FUNCTION kept_conversation_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kept THEN
    IF NEW.read_received <> OLD.read_received THEN
      UPDATE kept_conversations SET read_received = NEW.read_received
      WHERE user_id = NEW.user_id AND other_id = NEW.other_id;
    END IF;
    PERFORM add_to_kept_totals(NEW.user_id, 0, 0, NEW.read_received - OLD.read_received,
      NEW.read_seq - OLD.read_seq + NEW.request_changes - OLD.request_changes + NEW.mark_changes - OLD.mark_changes);
  END IF;
  IF OLD.other_kept THEN
    PERFORM add_to_kept_totals(NEW.other_id, 0, 0, 0, NEW.read_seq - OLD.read_seq);
  END IF;
  RETURN NULL;
END $$;
