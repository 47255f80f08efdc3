-- The seats of a project that are reserved by seat offers, so that lists are sorted by free seats. Counted by triggers, since servers of
-- the previous version write the requests alone.
ALTER TABLE projects ADD COLUMN offered_seats integer NOT NULL DEFAULT 0;

-- Under the project's lock, which an act on it has taken before: the count is read after all changes that held the lock.
CREATE FUNCTION count_offered_seats(project bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM projects WHERE id = project FOR NO KEY UPDATE;
  UPDATE projects SET offered_seats = (
    SELECT count(*) FROM join_requests WHERE project_id = project AND status = 'pending' AND line_place = 0)
  WHERE id = project;
END $$;

CREATE FUNCTION seat_offer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_offered_seats(coalesce(NEW.project_id, OLD.project_id));
  RETURN NULL;
END $$;
CREATE TRIGGER seat_offer_inserted AFTER INSERT ON join_requests FOR EACH ROW
  WHEN (NEW.line_place = 0) EXECUTE FUNCTION seat_offer_changed();
CREATE TRIGGER seat_offer_updated AFTER UPDATE OF status, line_place ON join_requests FOR EACH ROW
  WHEN (OLD.line_place = 0 OR NEW.line_place = 0) EXECUTE FUNCTION seat_offer_changed();
CREATE TRIGGER seat_offer_deleted AFTER DELETE ON join_requests FOR EACH ROW
  WHEN (OLD.line_place = 0) EXECUTE FUNCTION seat_offer_changed();

CREATE FUNCTION fill_offered_seats(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH unfilled AS MATERIALIZED (
    SELECT p.id FROM projects p JOIN (
      SELECT project_id, count(*) AS seats FROM join_requests WHERE status = 'pending' AND line_place = 0 GROUP BY project_id
    ) held ON held.project_id = p.id
    WHERE p.offered_seats <> held.seats ORDER BY p.id LIMIT most
  )
  SELECT count(*) FROM (SELECT count_offered_seats(id) FROM unfilled ORDER BY id) filled
$$;

-- 0197 has the index for this order.
DROP INDEX projects_by_open_seats;
