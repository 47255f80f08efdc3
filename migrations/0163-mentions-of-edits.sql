-- An edit may add mentions to a message, and take some back. A row that was taken back stays, so that the same mention never notifies twice.
-- `added_at`: when an edit added it; absent from a mention that came with the message. `at` stays the time of the message.
ALTER TABLE message_mentions ADD COLUMN added_at timestamptz, ADD COLUMN taken_back boolean NOT NULL DEFAULT false;
-- How often edits have mentioned this participant: a notification about the conversation is newer with each.
ALTER TABLE memberships ADD COLUMN mentions_added bigint NOT NULL DEFAULT 0;
