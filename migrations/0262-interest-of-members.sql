-- Joining a team now ends the member's pending interest in its project. This ends the interest of members who joined before, in the order
-- of locks of every act on a project. The interest of members who join through an old server meanwhile ends at its deadline.
CREATE TEMP TABLE joined_interests ON COMMIT DROP AS
SELECT i.id, i.project_id, i.requester_id FROM interests i
JOIN project_members m ON m.project_id = i.project_id AND m.user_id = i.requester_id
WHERE i.status = 'pending' AND coalesce(i.answer_by > now(), true);

SELECT FROM projects WHERE id IN (SELECT project_id FROM joined_interests) ORDER BY id FOR NO KEY UPDATE;

-- Under the lock: one may have been answered meanwhile.
DELETE FROM joined_interests j USING interests i WHERE i.id = j.id AND i.status <> 'pending';

UPDATE interests i SET status = 'denied', ended_by = 'joined', decided_at = now()
FROM joined_interests j WHERE i.id = j.id;

-- Its notifications ask for an answer that is no longer needed. Rows stay as those that the server drops.
INSERT INTO inboxes (user_id)
SELECT DISTINCT n.user_id FROM joined_interests j JOIN projects p ON p.id = j.project_id
JOIN notifications n ON n.user_id IN (p.creator_id, j.requester_id) AND n.key = 'interest:' || j.id
ORDER BY n.user_id
ON CONFLICT (user_id) DO UPDATE SET version = inboxes.version + 1;

UPDATE notifications n
SET kind = '', title = '', actor_id = NULL, project_id = NULL, subject_id = NULL, link = NULL,
  cleared_at = coalesce(n.cleared_at, now()), read_at = coalesce(n.read_at, now())
FROM joined_interests j JOIN projects p ON p.id = j.project_id
WHERE n.user_id IN (p.creator_id, j.requester_id) AND n.key = 'interest:' || j.id;
