-- When the message of a picture or file was sent, and by which two members: a search for those of a member (`has:file`) reads the newest
-- first, however many messages lie between. A trigger fills it in, so servers of the version before need not know of it.
ALTER TABLE attachments
  ADD COLUMN low_id bigint,
  ADD COLUMN high_id bigint,
  ADD COLUMN sent_at timestamptz;

CREATE FUNCTION attachment_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of one that no message names, nothing is found, and all three are null.
  SELECT c.low_id, c.high_id, m.created_at INTO NEW.low_id, NEW.high_id, NEW.sent_at
  FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.seq = NEW.seq
  WHERE c.id = NEW.conversation_id;
  RETURN NEW;
END $$;
CREATE TRIGGER attachment_sent BEFORE INSERT OR UPDATE OF conversation_id, seq ON attachments
  FOR EACH ROW EXECUTE FUNCTION attachment_sent();

UPDATE attachments SET seq = seq WHERE conversation_id IS NOT NULL;

CREATE INDEX attachments_low ON attachments (low_id, sent_at) WHERE low_id IS NOT NULL;
CREATE INDEX attachments_high ON attachments (high_id, sent_at) WHERE high_id IS NOT NULL;
