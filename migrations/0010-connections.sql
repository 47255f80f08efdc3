-- Interest in a project (the old flow): pending, then approved or denied, once.
CREATE TABLE connections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects,
  requester_id bigint NOT NULL REFERENCES users,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

-- One at a time: only after a denial may a member show interest again.
CREATE UNIQUE INDEX connections_open ON connections (project_id, requester_id) WHERE status <> 'denied';
CREATE INDEX connections_project ON connections (project_id, id);
CREATE INDEX connections_requester ON connections (requester_id, project_id, id);
