-- The conversation of a reported message, since messages are not indexed by their ids. Null if it is erased, and for other reports.
ALTER TABLE reports ADD COLUMN conversation_id bigint;

-- The reporter reads or read it.
CREATE FUNCTION conversation_of_report(report reports) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT m.conversation_id FROM memberships b
  JOIN messages m ON m.conversation_id = b.conversation_id AND m.seq = (report.evidence->>'seq')::bigint
  WHERE b.user_id = report.reporter_id AND m.id = report.subject_id
$$;

-- For servers of the previous version.
CREATE FUNCTION report_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.conversation_id := conversation_of_report(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER report_inserted BEFORE INSERT ON reports FOR EACH ROW
  WHEN (NEW.kind = 'message' AND NEW.conversation_id IS NULL) EXECUTE FUNCTION report_inserted();

CREATE FUNCTION fill_reported_conversations(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH found AS (
    SELECT r.id, conversation_of_report(r) AS conversation_id FROM reports r WHERE r.kind = 'message' AND r.conversation_id IS NULL
  ), filled AS (
    UPDATE reports r SET conversation_id = f.conversation_id
    FROM (SELECT * FROM found WHERE conversation_id IS NOT NULL LIMIT most) f WHERE r.id = f.id RETURNING r.id
  )
  SELECT count(*) FROM filled
$$;
