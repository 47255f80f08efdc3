-- Remembered sessions are renewed by use. A device is notified before its session ends: `end_told_for` is the end
-- that it was last notified of.
ALTER TABLE sessions ADD COLUMN remembered boolean NOT NULL DEFAULT false;
ALTER TABLE push_subscriptions ADD COLUMN end_told_for timestamptz;
