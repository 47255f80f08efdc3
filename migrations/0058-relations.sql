-- Who has blocked whom. It counts both ways; only who blocked ends it.
CREATE TABLE blocks (
  blocker_id bigint NOT NULL REFERENCES users,
  blocked_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id, blocker_id);

-- Who is gone: suspended, or has asked for their account to be deleted.
ALTER TABLE users ADD COLUMN suspended_at timestamptz, ADD COLUMN deleted_at timestamptz;

-- Who may write to a member first, and ask to join their projects.
ALTER TABLE notification_choices ADD COLUMN contact_from text NOT NULL DEFAULT 'anyone'
  CHECK (contact_from IN ('anyone', 'teams', 'nobody'));

-- What became of a first message from a stranger to this member; null where it was none.
ALTER TABLE memberships ADD COLUMN request text CHECK (request IN ('waiting', 'accepted', 'ignored'));

-- Whether the messages of these members are checked one by one. A batch of messages leaves them alone, so what sets these under the
-- row's lock counts for the next message on any server. The check may find that nothing is against it any more, and ends it.
ALTER TABLE conversations
  ADD COLUMN low_checked boolean NOT NULL DEFAULT false,
  ADD COLUMN high_checked boolean NOT NULL DEFAULT false;

CREATE FUNCTION check_messages_of_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which batches of messages lock them.
  PERFORM FROM conversations WHERE id IN (SELECT conversation_id FROM memberships WHERE user_id = NEW.id)
  ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations SET low_checked = true, high_checked = true
  WHERE id IN (SELECT conversation_id FROM memberships WHERE user_id = NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER user_gone AFTER UPDATE OF suspended_at, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION check_messages_of_gone();
