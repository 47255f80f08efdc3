-- Confirmed addresses that a change has replaced. For seven days a mailed link, known by its hash alone, brings the address back,
-- and nobody can sign up with it. The link is made while its mail is sent; until then there is no hash.
CREATE TABLE former_addresses (
  user_id bigint NOT NULL REFERENCES users,
  email text NOT NULL,
  token_hash bytea UNIQUE,
  changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, email)
);

CREATE INDEX former_addresses_email ON former_addresses (email);
CREATE INDEX former_addresses_expiry ON former_addresses (expires_at);

-- Whether the owner of the address confirmed it without showing that they chose the password: somebody else may know it.
ALTER TABLE users ADD COLUMN password_unproven boolean NOT NULL DEFAULT false;
