-- Senders do not wait for these rows.
UPDATE memberships SET slot = CASE WHEN user_id < other_id THEN 1 ELSE 2 END WHERE slot IS NULL;
ALTER TABLE memberships ALTER COLUMN slot SET NOT NULL;

-- As in 0078 and 0046, with `sent`.
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
    SELECT member, m.other_id, c.last_message_at, c.last_seq - c.sent[m.slot], m.read_received
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

CREATE OR REPLACE FUNCTION kept_conversation_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  messages bigint := NEW.last_seq - OLD.last_seq;
  version bigint := messages + NEW.last_change - OLD.last_change;
BEGIN
  IF OLD.low_kept THEN
    UPDATE kept_conversations SET last_message_at = NEW.last_message_at, received = NEW.sent[2]
    WHERE user_id = NEW.low_id AND other_id = NEW.high_id;
    PERFORM add_to_kept_totals(NEW.low_id, messages, NEW.sent[2] - OLD.sent[2], 0, version);
  END IF;
  IF OLD.high_kept THEN
    UPDATE kept_conversations SET last_message_at = NEW.last_message_at, received = NEW.sent[1]
    WHERE user_id = NEW.high_id AND other_id = NEW.low_id;
    PERFORM add_to_kept_totals(NEW.high_id, messages, NEW.sent[1] - OLD.sent[1], 0, version);
  END IF;
  RETURN NULL;
END $$;

DROP FUNCTION fill_sent;
