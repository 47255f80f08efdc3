-- The words of 64 consecutive messages of a conversation together, with which search finds where to look; what it answers it reads
-- from the messages. Both members' searches find a block by their id: `17/hello`. Written by a job once one of the two searches: a
-- message costs nothing more when it is sent.
CREATE TABLE search_blocks (
  conversation_id bigint NOT NULL,
  -- of the messages 64 * block + 1 to 64 * block + 64
  block bigint NOT NULL,
  -- the last one that is in it
  last_seq bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (conversation_id, block)
);
-- Words stand aside of the rows: many rows of them are sorted by time, and none of the words read.
ALTER TABLE search_blocks SET (toast_tuple_target = 128);
CREATE INDEX search_blocks_words ON search_blocks USING gin (words) WITH (gin_pending_list_limit = 2048);
-- A conversation's blocks before some time.
CREATE INDEX search_blocks_time ON search_blocks (conversation_id, first_at);

-- Up to when a member's conversations are known to be in blocks.
CREATE TABLE search_members (
  user_id bigint PRIMARY KEY REFERENCES users,
  indexed_until timestamptz NOT NULL
);

-- Other words in a message: its block loses all of them at once, and is looked through until the job has written it anew. Whoever writes a
-- block takes the lock exclusively, so it never writes words that it has read before.
CREATE FUNCTION forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('search'), hashtext(NEW.conversation_id::text));
  UPDATE search_blocks b
  SET words = array_to_tsvector(ARRAY[c.low_id || '/@', c.high_id || '/@', c.low_id || '/*', c.high_id || '/*'])
  FROM conversations c
  WHERE b.conversation_id = NEW.conversation_id AND b.block = (NEW.seq - 1) / 64 AND c.id = b.conversation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER message_words AFTER UPDATE OF content ON messages FOR EACH ROW EXECUTE FUNCTION forget_words();

-- Members are found by the beginning of their name.
CREATE INDEX users_name ON users (lower(name) text_pattern_ops);
