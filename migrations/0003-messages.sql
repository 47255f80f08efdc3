-- A conversation is between two members. It numbers its messages: last_seq is bumped under the row's lock in the
-- statement that inserts, so numbers follow commit order and have no holes.
CREATE TABLE conversations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  low_id bigint NOT NULL REFERENCES users,
  high_id bigint NOT NULL REFERENCES users,
  last_seq bigint NOT NULL DEFAULT 0,
  -- How many of them each member sent: what the other has not read is a subtraction, never a scan.
  low_sent bigint NOT NULL DEFAULT 0,
  high_sent bigint NOT NULL DEFAULT 0,
  last_message_at timestamptz,
  CHECK (low_id < high_id),
  CHECK (last_seq = low_sent + high_sent),
  UNIQUE (low_id, high_id)
) WITH (fillfactor = 50); -- room for updates in place: no index holds what a message changes

CREATE TABLE memberships (
  user_id bigint NOT NULL REFERENCES users,
  other_id bigint NOT NULL REFERENCES users,
  conversation_id bigint NOT NULL REFERENCES conversations,
  -- the highest seq this member has read
  read_seq bigint NOT NULL DEFAULT 0,
  -- how many of the other member's messages that covers
  read_received bigint NOT NULL DEFAULT 0,
  read_at timestamptz,
  PRIMARY KEY (user_id, other_id)
) WITH (fillfactor = 70);

CREATE SEQUENCE message_ids AS bigint;

-- No foreign keys here: the inserting statement updates the conversation's row, which proves that it exists and who its
-- members are; a check per message would double the cost of sending one.
CREATE TABLE messages (
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('message_ids'),
  sender_id bigint NOT NULL,
  -- the sender's own count in this conversation: turns "read up to seq" into "read so many of the other's"
  sender_seq bigint NOT NULL,
  client_id uuid,
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, seq)
);

-- The idempotency key: a retried send finds the first message.
CREATE UNIQUE INDEX messages_client_id ON messages (sender_id, client_id);
