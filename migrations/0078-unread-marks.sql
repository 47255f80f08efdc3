-- Where a member marked a conversation as unread: what the other wrote from this number on counts as unread again. `read_seq` stays, so
-- the other is told nothing; `read_received` is what lies before the mark. Null: there is none.
ALTER TABLE memberships
  ADD COLUMN unread_from bigint,
  -- Grows with every mark that is set or taken away, by more than `read_received` falls: versions add it.
  ADD COLUMN mark_changes bigint NOT NULL DEFAULT 0;
CREATE INDEX memberships_marked ON memberships (user_id) WHERE mark_changes > 0;

-- Who reads on has read what was marked. Servers of the version before know nothing of marks.
CREATE FUNCTION end_unread_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unread_from := NULL;
  NEW.mark_changes := OLD.mark_changes + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER membership_read_on BEFORE UPDATE OF read_seq ON memberships FOR EACH ROW
  WHEN (NEW.read_seq > OLD.read_seq AND NEW.unread_from IS NOT NULL)
  EXECUTE FUNCTION end_unread_mark();

-- As in 0073, with the marks in the version of a kept list.
CREATE OR REPLACE FUNCTION keep_conversations(member bigint, others bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT conversation_id FROM memberships WHERE user_id = member AND other_id = ANY (others));
BEGIN
  PERFORM FROM conversations WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations SET low_kept = low_kept OR low_id = member, high_kept = high_kept OR high_id = member
  WHERE id = ANY (ids);
  UPDATE memberships SET kept = true WHERE user_id = member AND other_id = ANY (others);
  UPDATE memberships SET other_kept = true WHERE user_id = ANY (others) AND other_id = member;
  PERFORM FROM users WHERE id = ANY (others) ORDER BY id FOR SHARE;

  WITH added AS (
    INSERT INTO kept_conversations
    SELECT member, m.other_id, c.last_message_at, CASE c.low_id WHEN member THEN c.high_sent ELSE c.low_sent END, m.read_received
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = member AND m.other_id = ANY (others)
    RETURNING *
  )
  INSERT INTO kept_totals
  SELECT member, sum(c.last_seq), sum(a.received), sum(a.read_received),
         sum(c.last_seq + c.last_change + m.read_seq + m.request_changes + m.mark_changes + o.read_seq + u.profile_version)
  FROM added a
  JOIN memberships m ON m.user_id = member AND m.other_id = a.other_id
  JOIN memberships o ON o.user_id = a.other_id AND o.other_id = member
  JOIN conversations c ON c.id = m.conversation_id
  JOIN users u ON u.id = a.other_id;
END $$;

CREATE OR REPLACE FUNCTION kept_conversation_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kept THEN
    UPDATE kept_conversations SET read_received = NEW.read_received
    WHERE user_id = NEW.user_id AND other_id = NEW.other_id;
    PERFORM add_to_kept_totals(NEW.user_id, 0, 0, NEW.read_received - OLD.read_received,
      NEW.read_seq - OLD.read_seq + NEW.request_changes - OLD.request_changes + NEW.mark_changes - OLD.mark_changes);
  END IF;
  IF OLD.other_kept THEN
    PERFORM add_to_kept_totals(NEW.other_id, 0, 0, 0, NEW.read_seq - OLD.read_seq);
  END IF;
  RETURN NULL;
END $$;
