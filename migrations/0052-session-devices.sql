-- What a member's list of signed-in devices says of a session; null for those from before.
ALTER TABLE sessions
  ADD COLUMN device text,
  ADD COLUMN network text,
  -- To the hour: a column that each call wrote would cost as much as the call.
  ADD COLUMN used_at timestamptz;
