-- How a request was answered, kept when it is: of whom it asked then, since requests follow their project to another creator.
CREATE TABLE request_answers (
  request_id bigint PRIMARY KEY REFERENCES join_requests,
  project_id bigint NOT NULL REFERENCES projects,
  -- Who had to answer.
  creator_id bigint NOT NULL REFERENCES users,
  -- How long they took; null where they did not answer.
  took_ms bigint CHECK (took_ms >= 0),
  ended_at timestamptz NOT NULL
);
CREATE INDEX request_answers_last ON request_answers (project_id, creator_id, ended_at DESC, request_id DESC);

-- What is known of earlier ones. Before there were clocks there were no lines either, so a decision was the answer; later, a request
-- without its clock stood in line, and when that began is not known. Of a project that was handed over, only what came after counts.
WITH first_clock AS (SELECT min(answer_from) AS at FROM join_requests),
hand_overs AS (
  SELECT project_id, max(decided_at) AS at FROM join_requests WHERE ended_by = 'took_over' GROUP BY project_id
)
INSERT INTO request_answers
SELECT r.id, r.project_id, r.creator_id,
  CASE WHEN r.status <> 'withdrawn'
    THEN greatest(0, floor(extract(epoch FROM r.decided_at - coalesce(r.answer_from, r.created_at)) * 1000))::bigint END,
  r.decided_at
FROM join_requests r CROSS JOIN first_clock LEFT JOIN hand_overs h ON h.project_id = r.project_id
WHERE r.decided_at IS NOT NULL AND r.requester_id <> r.creator_id
  AND (r.status IN ('accepted', 'rejected') OR r.ended_by = 'no_answer')
  AND (r.answer_from IS NOT NULL OR (r.decided_at < first_clock.at AND r.decided_at > r.created_at))
  AND (h.at IS NULL OR r.decided_at > h.at);
