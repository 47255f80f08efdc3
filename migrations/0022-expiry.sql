-- What the sweeper forgets is found by its date.
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
