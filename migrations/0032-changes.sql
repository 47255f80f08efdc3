-- A conversation numbers the changes to its messages (not the messages themselves, which seq numbers). A message keeps
-- the number of its last change; null for one that never changed, so that inserting a message costs nothing more.
ALTER TABLE conversations ADD COLUMN last_change bigint NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN change bigint;

-- What changed after a number, in order. Messages that never changed are not in it.
CREATE UNIQUE INDEX messages_changes ON messages (conversation_id, change) WHERE change IS NOT NULL;
