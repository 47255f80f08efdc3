-- A signed-in member on the way to a provider, to sign in through it as well from then on. Apart from oauth_flows: a server of the
-- version before this one would take such a way back for a sign-in.
CREATE TABLE linking_flows (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  -- What comes back is linked only while this session stands.
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX linking_flows_expiry ON linking_flows (expires_at);
CREATE INDEX linking_flows_user ON linking_flows (user_id);
CREATE INDEX linking_flows_session ON linking_flows (session_id);
