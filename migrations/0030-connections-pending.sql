-- A creator's undecided interest, for the bell: found by their projects, and not behind all that was ever decided.
CREATE INDEX connections_pending ON connections (project_id, id) WHERE status = 'pending';
