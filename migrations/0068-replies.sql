-- The number of the message that a message answers, in its conversation; null for one that answers none.
ALTER TABLE messages ADD COLUMN reply_to bigint;
