-- A version tells its reader that a list has changed, so it counts only changes that the reader sees in it. Until now a conversation
-- partner, also across a block, saw when a member changed any part of their profile; an applicant, when a hidden project was renamed;
-- and a member, when an invitation was queued.

-- A list of conversations shows names. The column counts their changes from now on.
DROP TRIGGER user_profile_version ON users;
CREATE TRIGGER user_profile_version BEFORE UPDATE OF name ON users
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_profile_version();

-- Requests show the profile to all, and the address to few: teammates, and those of whom one approved the other's interest.
CREATE FUNCTION may_see_address(a bigint, b bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM project_members one JOIN project_members two ON two.project_id = one.project_id
    WHERE one.user_id = a AND two.user_id = b
  ) OR EXISTS (
    SELECT FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE i.status = 'approved'
      AND ((i.requester_id = a AND coalesce(i.approved_by, p.creator_id) = b)
        OR (i.requester_id = b AND coalesce(i.approved_by, p.creator_id) = a)))
$$;

CREATE OR REPLACE FUNCTION user_shown() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  to_all CONSTANT boolean :=
    (OLD.name, OLD.college, OLD.skills, OLD.github_link) IS DISTINCT FROM (NEW.name, NEW.college, NEW.skills, NEW.github_link);
BEGIN
  PERFORM raise_request_versions(NEW.id || ARRAY(
    SELECT reader FROM (
      SELECT creator_id AS reader FROM join_requests WHERE requester_id = NEW.id AND status = 'pending'
      UNION ALL
      SELECT requester_id FROM join_requests WHERE creator_id = NEW.id AND status = 'pending' AND NEW.name <> OLD.name
      UNION ALL
      SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
      WHERE i.requester_id = NEW.id AND i.status = 'pending'
      UNION ALL
      SELECT i.requester_id FROM projects p JOIN interests i ON i.project_id = p.id
      WHERE p.creator_id = NEW.id AND i.status = 'pending' AND NEW.name <> OLD.name
      UNION ALL
      SELECT creator_id FROM invitations WHERE member_id = NEW.id AND status = 'pending'
      UNION ALL
      SELECT member_id FROM invitations WHERE creator_id = NEW.id AND status = 'pending' AND delivered_at IS NOT NULL
    ) AS shown WHERE to_all OR may_see_address(NEW.id, reader)));
  RETURN NULL;
END $$;
DROP TRIGGER user_shown ON users;
CREATE TRIGGER user_shown AFTER UPDATE OF name, email, college, skills, github_link ON users
  FOR EACH ROW
  WHEN ((OLD.name, OLD.email, OLD.college, OLD.skills, OLD.github_link)
    IS DISTINCT FROM (NEW.name, NEW.email, NEW.college, NEW.skills, NEW.github_link))
  EXECUTE FUNCTION user_shown();

-- Outside the team, a hidden project keeps its title.
CREATE OR REPLACE FUNCTION project_retitled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  to_all CONSTANT boolean :=
    coalesce(OLD.title_outside, OLD.title) IS DISTINCT FROM coalesce(NEW.title_outside, NEW.title);
BEGIN
  PERFORM raise_request_versions(
    NEW.creator_id || ARRAY(
      SELECT requester_id FROM join_requests r WHERE project_id = NEW.id
        AND (to_all OR EXISTS (SELECT FROM project_members s WHERE s.project_id = NEW.id AND s.user_id = r.requester_id))
      UNION ALL
      SELECT member_id FROM invitations
      WHERE project_id = NEW.id AND status = 'pending' AND delivered_at IS NOT NULL AND to_all));
  RETURN NULL;
END $$;
DROP TRIGGER project_retitled ON projects;
CREATE TRIGGER project_retitled AFTER UPDATE OF title, hidden_at ON projects
  FOR EACH ROW
  WHEN ((OLD.title, OLD.title_outside) IS DISTINCT FROM (NEW.title, NEW.title_outside))
  EXECUTE FUNCTION project_retitled();

-- A queued invitation is shown to its creator only.
CREATE OR REPLACE FUNCTION invitations_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(
    SELECT creator_id FROM changed UNION SELECT member_id FROM changed WHERE delivered_at IS NOT NULL));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION invitations_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(
    SELECT member_id FROM changed WHERE delivered_at IS NOT NULL
    UNION
    SELECT c.creator_id FROM changed c JOIN before b ON b.id = c.id
    WHERE (c.lapsed_at, c.sent_withdrawn, c.role_id) IS DISTINCT FROM (b.lapsed_at, b.sent_withdrawn, b.role_id)
      OR (c.status <> b.status AND (c.status = 'accepted' OR b.lapsed_at IS NULL))));
  RETURN NULL;
END $$;
