-- A pending request may stand in line for a seat, from place 1 on. At place 0 a seat is held for it until `offered_until`. Only
-- pending requests have a place that means anything: a server of the version before ends them without clearing it.
ALTER TABLE join_requests
  ADD COLUMN line_place integer CHECK (line_place >= 0),
  ADD COLUMN offered_until timestamptz,
  ADD CONSTRAINT offered_at_place_0 CHECK ((offered_until IS NOT NULL) = coalesce(line_place = 0, false));
CREATE INDEX join_requests_line ON join_requests (project_id, line_place)
  WHERE status = 'pending' AND line_place IS NOT NULL;
