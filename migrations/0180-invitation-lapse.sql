-- What the sender of an invitation sees must not depend on when it was delivered, which would tell whether the member has others.
-- 7 days after it was sent, an unanswered invitation has ended for its sender, though a late one can still be accepted.
ALTER TABLE invitations
  ADD COLUMN lapsed_at timestamptz,
  -- Withdrawn by its sender after that.
  ADD COLUMN sent_withdrawn boolean NOT NULL DEFAULT false;

-- A sender who watched their version could notice a delivery, so only changes that they see raise it.
CREATE FUNCTION invitations_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(
    SELECT member_id FROM changed
    UNION
    SELECT c.creator_id FROM changed c JOIN before b ON b.id = c.id
    WHERE (c.lapsed_at, c.sent_withdrawn, c.role_id) IS DISTINCT FROM (b.lapsed_at, b.sent_withdrawn, b.role_id)
      OR (c.status <> b.status AND (c.status = 'accepted' OR b.lapsed_at IS NULL))));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invitations_updated AFTER UPDATE ON invitations
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invitations_updated();

INSERT INTO jobs (kind, key, payload, due_at)
SELECT 'invitation:lapse', id::text, jsonb_build_object('invitation_id', id), created_at + interval '7 days'
FROM invitations WHERE status = 'pending';
