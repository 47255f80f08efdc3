-- Who a provider says somebody is. The provider's own subject is the key, never the address.
CREATE TABLE identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);

CREATE INDEX identities_user ON identities (user_id);

-- A sign-in on its way to a provider. Taken once, by the browser that began it; its secrets stay in that browser's cookie.
CREATE TABLE oauth_flows (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);

-- The one-time code that /oauth-success exchanges for a session.
CREATE TABLE oauth_codes (
  code_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL
);

CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);
CREATE INDEX oauth_codes_user ON oauth_codes (user_id);
