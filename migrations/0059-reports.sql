-- Members whom the operator named to decide on reports.
CREATE TABLE moderators (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- By the setting, which each start applies anew, or by a command.
  by_setting boolean NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);

-- What members report, with what they saw as it was then.
CREATE TABLE reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reporter_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'member', 'project')),
  -- The message, the member or the project.
  subject_id bigint NOT NULL,
  -- Whom it is about: who wrote the message, or created the project.
  member_id bigint NOT NULL,
  reason text NOT NULL,
  words text NOT NULL DEFAULT '',
  evidence jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- All null until a moderator has decided.
  decision text,
  decided_at timestamptz,
  decided_by bigint,
  note text,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
-- One that waits of each member for each thing.
CREATE UNIQUE INDEX reports_open ON reports (kind, subject_id, reporter_id) WHERE decided_at IS NULL;
CREATE INDEX reports_queue ON reports (id) WHERE decided_at IS NULL;
CREATE INDEX reports_decided ON reports (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX reports_member ON reports (member_id, id DESC);
CREATE INDEX reports_reporter ON reports (reporter_id, id DESC);

-- When a project was hidden from everybody but its team, and whether it is since its creator is suspended.
ALTER TABLE projects
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_with_creator boolean NOT NULL DEFAULT false;
