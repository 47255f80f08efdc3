-- Requests that are on a waitlist already have their 30 days from now on.
UPDATE join_requests SET waits_until = now() + interval '30 days', reminders_sent = 0 WHERE status = 'pending' AND line_place > 0;
INSERT INTO jobs (kind, key, payload, due_at)
SELECT 'request:wait', id::text, jsonb_build_object('request_id', id), waits_until - interval '7 days'
FROM join_requests WHERE status = 'pending' AND line_place > 0
ON CONFLICT DO NOTHING;
