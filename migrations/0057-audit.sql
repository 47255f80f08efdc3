-- What happened to accounts: sign-ins, changes of secrets, decisions of moderators. Without references: an entry outlives whoever it
-- names, and says nothing of them but an id.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Who did it; null where nobody was signed in.
  actor_id bigint,
  -- Whom it concerns; null where it is nobody.
  member_id bigint,
  kind text NOT NULL,
  -- As sessions have them (0052).
  device text,
  network text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entries_member ON audit_entries (member_id, id DESC);
CREATE INDEX audit_entries_at ON audit_entries (at);

-- Nobody edits an entry, and nobody deletes one that is not a year old.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entries of the audit trail are neither changed nor deleted within a year';
END $$;
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
