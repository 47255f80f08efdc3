-- Within how many days a project's creator answers a join request.
ALTER TABLE projects ADD COLUMN answer_days integer NOT NULL DEFAULT 7 CHECK (answer_days BETWEEN 1 AND 14);

-- From when and until when a request waits for its answer, and how often its creator was reminded. Without these times, which a
-- server of the version before leaves out during a rolling restart, it waits without an end.
ALTER TABLE join_requests
  ADD COLUMN answer_from timestamptz,
  ADD COLUMN answer_by timestamptz,
  ADD COLUMN reminders_sent integer NOT NULL DEFAULT 0;

-- What waits already has its days from now on.
UPDATE join_requests SET answer_from = now(), answer_by = now() + interval '7 days' WHERE status = 'pending';
INSERT INTO jobs (kind, key, payload, due_at)
SELECT 'request:clock', id::text, jsonb_build_object('request_id', id), answer_from + (answer_by - answer_from) / 2
FROM join_requests WHERE status = 'pending';
