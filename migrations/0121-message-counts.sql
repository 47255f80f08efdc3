-- `sent` as of a message, in about every 64th one of a team's conversation: how many of the messages up to any number were somebody's own is
-- found in a few rows. A migration of its own: senders lock this table and that of the conversations in either order.
ALTER TABLE messages ADD COLUMN counts integer[];
