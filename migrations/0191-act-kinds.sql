-- The kind of act that a key was used for, since the same key for another kind is a fault of the client. Null in older rows and in those
-- that servers of the previous version add during an update; these are answered as done, like before.
ALTER TABLE message_acts ADD COLUMN kind text;
