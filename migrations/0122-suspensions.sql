-- When a suspension ends, and its reason as the member reads it. A row counts while `begun_at` is the member's `suspended_at`, since
-- servers of the previous version write that column only; a suspension without a row has no end.
CREATE TABLE suspensions (
  user_id bigint PRIMARY KEY REFERENCES users,
  begun_at timestamptz NOT NULL,
  ends_at timestamptz,
  reason text NOT NULL,
  words text NOT NULL DEFAULT ''
);

-- Sign-ins of suspended members, which reach their own data and nothing else.
CREATE TABLE suspended_sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX suspended_sessions_user ON suspended_sessions (user_id);
CREATE INDEX suspended_sessions_expiry ON suspended_sessions (expires_at);
