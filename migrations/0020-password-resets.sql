-- One open reset link per member, known by its hash alone: a new link takes the place of the old one, using it deletes it.
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
