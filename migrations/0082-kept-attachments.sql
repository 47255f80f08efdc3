-- What a message named before its deletion: for reports only, for as long as its words.
ALTER TABLE message_wordings ADD COLUMN attachments jsonb;
-- Until when an attachment of a deleted message is kept for that. No message names it, and its owner can neither read nor drop it.
ALTER TABLE attachments ADD COLUMN kept_until timestamptz;
