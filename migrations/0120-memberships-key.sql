ALTER TABLE conversations VALIDATE CONSTRAINT conversations_kind;
ALTER TABLE conversations VALIDATE CONSTRAINT conversations_sent;

-- A membership is found by its conversation. In a team's there is no other member, so `other_id` is null; servers of the version before insert
-- with the same conflict target, which is an index still.
ALTER TABLE memberships
  DROP CONSTRAINT memberships_pkey,
  ADD CONSTRAINT memberships_pkey PRIMARY KEY USING INDEX memberships_participant,
  ALTER COLUMN other_id DROP NOT NULL;
