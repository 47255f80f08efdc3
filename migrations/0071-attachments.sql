-- Pictures and files of messages. The row comes first, then the content in pieces; the file itself is kept in FILES_DIR.
CREATE TABLE attachments (
  -- Chosen by who uploads, so that a retry is the same upload.
  id uuid PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users,
  name text NOT NULL,
  -- Of the content as it is sent, and how much of it has arrived.
  bytes bigint NOT NULL CHECK (bytes > 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  -- What it takes on the disk: until it is stored, what it will take at most.
  stored_bytes bigint NOT NULL,
  -- Null until all has arrived and was looked at.
  kind text CHECK (kind IN ('picture', 'file')),
  width integer,
  height integer,
  -- A few pixels as a data URI, shown until the picture is there.
  preview text,
  -- Since when no message names it; null while one does.
  unnamed_at timestamptz,
  -- The message that names it.
  conversation_id bigint REFERENCES conversations,
  seq bigint,
  CHECK ((conversation_id IS NULL) = (seq IS NULL) AND (conversation_id IS NULL) = (unnamed_at IS NOT NULL)),
  CHECK (conversation_id IS NULL OR kind IS NOT NULL)
);
CREATE INDEX attachments_owner ON attachments (owner_id);
CREATE INDEX attachments_conversation ON attachments (conversation_id, seq) WHERE conversation_id IS NOT NULL;
CREATE INDEX attachments_unnamed ON attachments (unnamed_at) WHERE unnamed_at IS NOT NULL;

-- What the thread shows of them, in order; null for a message without, as most are.
ALTER TABLE messages ADD COLUMN attachments jsonb;
