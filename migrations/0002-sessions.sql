-- A token names a session; ending the row ends the token everywhere.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE INDEX sessions_live_by_user ON sessions (user_id) WHERE ended_at IS NULL;
