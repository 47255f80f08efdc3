-- What a refresh compares instead of fetching lists. Each number is raised in the transaction that changes what it stands
-- for, under its row's lock, so a change that commits late is never missed. Triggers raise them: servers of the version
-- before and statements by hand count as well.

-- Counts the changes to what other members are shown of a profile.
ALTER TABLE users ADD COLUMN profile_version bigint NOT NULL DEFAULT 0;

CREATE FUNCTION raise_profile_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.profile_version := OLD.profile_version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER user_profile_version BEFORE UPDATE OF name, email, college, skills, github_link ON users
  FOR EACH ROW
  WHEN ((OLD.name, OLD.email, OLD.college, OLD.skills, OLD.github_link)
    IS DISTINCT FROM (NEW.name, NEW.email, NEW.college, NEW.skills, NEW.github_link))
  EXECUTE FUNCTION raise_profile_version();

-- Counts the changes to the join requests and interests that a member is shown. Without a row there was never one.
CREATE TABLE request_versions (
  user_id bigint PRIMARY KEY REFERENCES users,
  version bigint NOT NULL
) WITH (fillfactor = 70); -- room for updates in place

-- Each member once and in order, so that two transactions cannot deadlock here.
CREATE FUNCTION raise_request_versions(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO request_versions AS v (user_id, version)
  SELECT DISTINCT id, 1 FROM unnest(ids) AS t (id) ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET version = v.version + 1
$$;

CREATE FUNCTION join_requests_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY(SELECT creator_id FROM changed UNION SELECT requester_id FROM changed));
  RETURN NULL;
END $$;

CREATE TRIGGER join_requests_inserted AFTER INSERT ON join_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION join_requests_changed();
CREATE TRIGGER join_requests_updated AFTER UPDATE ON join_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION join_requests_changed();
CREATE TRIGGER join_requests_deleted AFTER DELETE ON join_requests REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION join_requests_changed();

CREATE FUNCTION interests_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(
    ARRAY(SELECT p.creator_id FROM changed JOIN projects p ON p.id = changed.project_id));
  RETURN NULL;
END $$;

CREATE TRIGGER interests_inserted AFTER INSERT ON interests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION interests_changed();
CREATE TRIGGER interests_updated AFTER UPDATE ON interests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION interests_changed();
CREATE TRIGGER interests_deleted AFTER DELETE ON interests REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION interests_changed();

-- A request shows its project's title and its requester's profile.
CREATE INDEX join_requests_project ON join_requests (project_id);

CREATE FUNCTION project_retitled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(
    NEW.creator_id || ARRAY(SELECT requester_id FROM join_requests WHERE project_id = NEW.id));
  RETURN NULL;
END $$;

CREATE TRIGGER project_retitled AFTER UPDATE OF title ON projects
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION project_retitled();

CREATE FUNCTION user_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(NEW.id || ARRAY(
    SELECT creator_id FROM join_requests WHERE requester_id = NEW.id AND status = 'pending'
    UNION ALL
    SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE i.requester_id = NEW.id AND i.status = 'pending'));
  RETURN NULL;
END $$;

-- Its name sorts after user_renamed, which locks projects: deciding a request locks the project first, too.
CREATE TRIGGER user_shown AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.profile_version <> NEW.profile_version) EXECUTE FUNCTION user_shown();

-- The triggers above have waited for all who were writing, so this sees every row.
INSERT INTO request_versions (user_id, version)
SELECT user_id, 1 FROM (
  SELECT creator_id FROM join_requests
  UNION SELECT requester_id FROM join_requests
  UNION SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
) AS shown (user_id);
