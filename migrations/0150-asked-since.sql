-- The invited member has asked to join, or shown interest, after the invitation: the creator may invite them again. Kept under the
-- project's lock, since times don't tell the order of transactions, and a seat that changes hands stores requests that nobody made.
ALTER TABLE invitations ADD COLUMN asked_since boolean NOT NULL DEFAULT false;

UPDATE invitations i SET asked_since = true
WHERE EXISTS (
  SELECT FROM join_requests r WHERE r.project_id = i.project_id AND r.requester_id = i.member_id
    AND r.created_at > i.created_at AND r.id IS DISTINCT FROM i.request_id
) OR EXISTS (
  SELECT FROM interests s
  WHERE s.project_id = i.project_id AND s.requester_id = i.member_id AND s.created_at > i.created_at);
