-- Until when an attachment is kept for a report of its message, and shown to moderators.
ALTER TABLE attachments ADD COLUMN reported_until timestamptz;
