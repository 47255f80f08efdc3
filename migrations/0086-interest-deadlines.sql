-- From when and until when interest waits for its answer, and how often its creator was reminded: as for join requests. A server of the
-- version before leaves out these times during a rolling restart; such interest waits without an end.
ALTER TABLE interests
  ADD COLUMN answer_from timestamptz,
  ADD COLUMN answer_by timestamptz,
  ADD COLUMN reminders_sent integer NOT NULL DEFAULT 0;

-- Pending interest has seven days from now on.
UPDATE interests SET answer_from = now(), answer_by = now() + interval '7 days' WHERE status = 'pending';
INSERT INTO jobs (kind, key, payload, due_at)
SELECT 'interest:clock', id::text, jsonb_build_object('interest_id', id), answer_from + (answer_by - answer_from) / 2
FROM interests WHERE status = 'pending';
