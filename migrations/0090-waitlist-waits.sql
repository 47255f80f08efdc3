-- A request may be made for the waitlist while no seat is free. On the waitlist it waits until `waits_until`, unless the member says
-- before that they are still interested. A server of the version before puts requests there without that time; the next act on the
-- project by a newer server sets it.
ALTER TABLE join_requests
  ADD COLUMN for_waitlist boolean NOT NULL DEFAULT false,
  ADD COLUMN waits_until timestamptz,
  ADD COLUMN waitlist_change integer NOT NULL DEFAULT 0;

-- A place may rise when a member who asked earlier is added, so events about it carry the number of the change.
CREATE FUNCTION raise_waitlist_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waitlist_change := OLD.waitlist_change + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER join_requests_waitlist_change BEFORE UPDATE OF line_place, offered_until, waits_until ON join_requests
  FOR EACH ROW
  WHEN ((OLD.line_place, OLD.offered_until, OLD.waits_until) IS DISTINCT FROM (NEW.line_place, NEW.offered_until, NEW.waits_until))
  EXECUTE FUNCTION raise_waitlist_change();
