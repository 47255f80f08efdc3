-- Whether the member was asked to prove their address: those from before are not, and count as having done so. That they did is
-- still `email_verified_at` alone, on which it depends whether a sign-in through a provider may take an account over.
ALTER TABLE users ADD COLUMN verification_asked boolean NOT NULL DEFAULT false;

-- Open links that prove an address, known by their hash alone: one for each address of a member. That of another address than the
-- member's changes it. A link is made while its mail is sent; until then there is no hash.
CREATE TABLE email_links (
  user_id bigint NOT NULL REFERENCES users,
  email text NOT NULL,
  token_hash bytea UNIQUE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, email)
);

CREATE INDEX email_links_expiry ON email_links (expires_at);
