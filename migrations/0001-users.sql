CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL CONSTRAINT users_email_key UNIQUE,
  -- null: signs in through a provider only
  password_hash text,
  -- null: nobody has proved that this address is theirs
  email_verified_at timestamptz,
  college text NOT NULL DEFAULT '',
  skills text[] NOT NULL DEFAULT '{}',
  github_link text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_active timestamptz
);

CREATE INDEX users_last_active ON users (last_active);
