-- What happened to a member, as their dashboard tells it. Written in the transaction that made it true.
CREATE TABLE activities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  type text NOT NULL,
  icon text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX activities_user ON activities (user_id, created_at, id);
