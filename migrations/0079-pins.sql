-- Messages that stand at the top of their conversation, for all of its members. A pin is a change of its message.
CREATE TABLE message_pins (
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  user_id bigint NOT NULL,
  pinned_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, seq)
);
