-- A member edits and deletes what they wrote. A deleted message keeps its row and its number, so that no hole opens.
ALTER TABLE messages
  ADD COLUMN edited_at timestamptz,
  ADD COLUMN deleted_at timestamptz;

-- How many messages were deleted before this member had read them. `read_received` counts those beyond the read mark as well.
ALTER TABLE memberships ADD COLUMN taken_back bigint NOT NULL DEFAULT 0;

-- The idempotency keys of what changed a message: a repeated act finds that it was done. Kept for 30 days.
CREATE TABLE message_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  client_id uuid NOT NULL,
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  done_at timestamptz NOT NULL,
  UNIQUE (user_id, client_id)
);
CREATE INDEX message_acts_done ON message_acts (done_at);

-- What a message said before an edit or its deletion: for reports only, for 30 days.
CREATE TABLE message_wordings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  content text NOT NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX message_wordings_message ON message_wordings (conversation_id, seq);
CREATE INDEX message_wordings_replaced ON message_wordings (replaced_at);
