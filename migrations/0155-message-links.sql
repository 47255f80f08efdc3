-- Which messages have a link, for the list of a conversation's links. A job finds them once somebody asks for the list: a message costs
-- nothing more when it is sent. Up to `found_until` it has looked.
CREATE TABLE message_links (
  conversation_id bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (conversation_id, seq)
);
CREATE TABLE conversation_links (
  conversation_id bigint PRIMARY KEY,
  found_until bigint NOT NULL
);

-- A message that was looked at before and has a link now. One that has none any more is left out when it is read.
CREATE FUNCTION note_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO message_links VALUES (NEW.conversation_id, NEW.seq) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER message_link AFTER UPDATE OF content ON messages FOR EACH ROW
  WHEN (NEW.content ~* 'https?://') EXECUTE FUNCTION note_link();
