-- The version of the terms that a member accepted at sign-up, and when. Null for members from before.
ALTER TABLE users ADD COLUMN terms_version text, ADD COLUMN terms_accepted_at timestamptz;
