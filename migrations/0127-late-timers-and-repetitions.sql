-- When a member last came back from a deletion: in time for their projects or not, even if the jobs run late.
ALTER TABLE users ADD COLUMN came_back_at timestamptz;
-- The member declined a seat offer, which is no withdrawal.
ALTER TABLE join_requests ADD COLUMN offer_declined boolean NOT NULL DEFAULT false;
-- The kinds that a notification has had since this time. A quiet one repeats such a kind: no device or mailbox gets it again.
ALTER TABLE notifications ADD COLUMN told_kinds text[] NOT NULL DEFAULT '{}';
ALTER TABLE notifications ADD COLUMN told_since timestamptz;
ALTER TABLE notifications ADD COLUMN quiet boolean NOT NULL DEFAULT false;
