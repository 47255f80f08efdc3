-- How far the other is told that this member has read, from a block on; null: as far as they have.
ALTER TABLE memberships ADD COLUMN told_read_seq bigint;
