-- What members put on messages: each emoji once for each member. A reaction is a change of its message.
CREATE TABLE message_reactions (
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  user_id bigint NOT NULL,
  emoji text NOT NULL,
  reacted_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, seq, user_id, emoji)
);
