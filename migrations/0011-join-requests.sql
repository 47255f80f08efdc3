-- A request to join a project: pending, then accepted, rejected or withdrawn, once.
CREATE TABLE join_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL,
  -- repeated from the project, so that a creator's pending requests are one range of one index
  creator_id bigint NOT NULL,
  requester_id bigint NOT NULL REFERENCES users,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected', 'withdrawn')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  FOREIGN KEY (creator_id, project_id) REFERENCES projects (creator_id, id),
  CHECK (requester_id <> creator_id),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE UNIQUE INDEX join_requests_open ON join_requests (project_id, requester_id) WHERE status = 'pending';
CREATE INDEX join_requests_incoming ON join_requests (creator_id, id) WHERE status = 'pending';
CREATE INDEX join_requests_mine ON join_requests (requester_id, id);
CREATE INDEX join_requests_standing ON join_requests (requester_id, project_id, id);
