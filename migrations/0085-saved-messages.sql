-- Messages that a member saved for themself. `number` is the member's version with it: the order of saving. What a message says stays with it.
CREATE TABLE saved_messages (
  user_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  number bigint NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, conversation_id, seq),
  UNIQUE (user_id, number)
);

-- Counts what a member saved and removed: their devices compare it.
CREATE TABLE saved_versions (
  user_id bigint PRIMARY KEY,
  version bigint NOT NULL
);
