-- Nobody empties the audit trail either: a row's trigger does not see TRUNCATE.
CREATE FUNCTION keep_audit_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never emptied';
END $$;
CREATE TRIGGER audit_entries_kept_whole BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_whole();
