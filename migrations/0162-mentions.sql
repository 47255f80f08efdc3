-- A message to a team may mention members: their ids with the names as written, so that a rename changes only what is shown. `user_id` is absent
-- for the whole team.
ALTER TABLE messages ADD COLUMN mentions jsonb;

-- A row for each member who was mentioned and may be notified of it.
CREATE TABLE message_mentions (
  user_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  by_id bigint NOT NULL,
  at timestamptz NOT NULL,
  -- By a mention of the whole team.
  is_team boolean NOT NULL,
  PRIMARY KEY (user_id, conversation_id, seq)
);
CREATE INDEX message_mentions_newest ON message_mentions (user_id, at DESC);
-- How often somebody has mentioned the whole team lately.
CREATE INDEX message_mentions_of_team ON message_mentions (by_id, at) WHERE is_team;
