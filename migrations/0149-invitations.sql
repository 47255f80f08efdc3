-- Creators invite members to their projects. A pending invitation without `delivered_at` is queued: the invited member has as many
-- as may be pending and doesn't see it, and `answer_by` is the end of its time in the queue.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects,
  creator_id bigint NOT NULL REFERENCES users,
  member_id bigint NOT NULL REFERENCES users,
  -- The role of the seat; null for one without a role, and once its role is removed.
  role_id bigint REFERENCES project_roles ON DELETE SET NULL,
  message text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined', 'withdrawn')),
  ended_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  answer_from timestamptz NOT NULL,
  answer_by timestamptz NOT NULL,
  reminders_sent integer NOT NULL DEFAULT 0,
  decided_at timestamptz,
  -- The accepted join request with which the invited member has the seat.
  request_id bigint REFERENCES join_requests,
  CHECK (member_id <> creator_id),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX invitations_open ON invitations (project_id, member_id) WHERE status = 'pending';
CREATE INDEX invitations_project ON invitations (project_id, id);
CREATE INDEX invitations_between ON invitations (creator_id, member_id);
CREATE INDEX invitations_sent ON invitations (creator_id, id);
CREATE INDEX invitations_received ON invitations (member_id, id);
CREATE INDEX invitations_pending ON invitations (member_id, id) WHERE status = 'pending';
CREATE INDEX invitations_awaited ON invitations (creator_id) WHERE status = 'pending';
CREATE INDEX invitations_role ON invitations (role_id) WHERE role_id IS NOT NULL;
CREATE INDEX invitations_request ON invitations (request_id) WHERE request_id IS NOT NULL;

-- A refresh compares the same number for invitations as for requests.
CREATE FUNCTION invitations_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(SELECT creator_id FROM changed UNION SELECT member_id FROM changed));
  RETURN NULL;
END $$;

CREATE TRIGGER invitations_inserted AFTER INSERT ON invitations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invitations_changed();
CREATE TRIGGER invitations_updated AFTER UPDATE ON invitations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invitations_changed();
CREATE TRIGGER invitations_deleted AFTER DELETE ON invitations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invitations_changed();

-- An invitation shows its project's title, its role and the names of both sides.
CREATE OR REPLACE FUNCTION project_retitled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(
    NEW.creator_id || ARRAY(
      SELECT requester_id FROM join_requests WHERE project_id = NEW.id
      UNION ALL
      SELECT member_id FROM invitations WHERE project_id = NEW.id AND status = 'pending'));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION project_role_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(
    SELECT requester_id FROM join_requests WHERE project_id = NEW.project_id AND role_id = NEW.id
    UNION SELECT creator_id FROM join_requests WHERE project_id = NEW.project_id AND role_id = NEW.id
    UNION SELECT member_id FROM invitations WHERE role_id = NEW.id
    UNION SELECT creator_id FROM invitations WHERE role_id = NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION user_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(NEW.id || ARRAY(
    SELECT creator_id FROM join_requests WHERE requester_id = NEW.id AND status = 'pending'
    UNION ALL
    SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE i.requester_id = NEW.id AND i.status = 'pending'
    UNION ALL
    SELECT creator_id FROM invitations WHERE member_id = NEW.id AND status = 'pending'
    UNION ALL
    SELECT member_id FROM invitations WHERE creator_id = NEW.id AND status = 'pending'));
  RETURN NULL;
END $$;
