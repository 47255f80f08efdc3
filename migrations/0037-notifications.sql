-- What concerns a member and is not a message: a row each, written in the transaction that made it true. Unread messages are
-- counted by the conversations themselves.
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  -- Makes it one, whatever is repeated: what is told of the same thing later takes its place.
  key text NOT NULL,
  -- What it is about was called so then.
  title text NOT NULL,
  project_id bigint REFERENCES projects ON DELETE SET NULL,
  -- Of what `kind` says: a request, an interest.
  subject_id bigint,
  -- Who did it; null where nobody did.
  actor_id bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- The member has taken it off the list.
  cleared_at timestamptz,
  UNIQUE (user_id, key)
);
CREATE INDEX notifications_list ON notifications (user_id, created_at DESC, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_read ON notifications (read_at) WHERE read_at IS NOT NULL;

-- Counts the changes to a member's notifications, so that a client notices one that it missed. Who changes them locks it first.
CREATE TABLE inboxes (
  user_id bigint PRIMARY KEY REFERENCES users,
  version bigint NOT NULL DEFAULT 1
);

-- What waits for an answer already.
INSERT INTO notifications (user_id, kind, key, title, project_id, subject_id, actor_id, created_at)
SELECT r.creator_id, 'request:received', 'request:' || r.id, p.title, p.id, r.id, r.requester_id, r.created_at
FROM join_requests r JOIN projects p ON p.id = r.project_id WHERE r.status = 'pending'
UNION ALL
SELECT p.creator_id, 'interest:received', 'interest:' || i.id, p.title, p.id, i.id, i.requester_id, i.created_at
FROM interests i JOIN projects p ON p.id = i.project_id WHERE i.status = 'pending';
INSERT INTO inboxes (user_id) SELECT DISTINCT user_id FROM notifications;
