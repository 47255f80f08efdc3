-- The creator offers the project to a member of its team. It ends with that member's seat, whoever frees it. One at a time.
CREATE TABLE project_offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL UNIQUE,
  user_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (project_id, user_id) REFERENCES project_members (project_id, user_id) ON DELETE CASCADE
);
CREATE INDEX project_offers_user ON project_offers (user_id, id);

-- A project may get another creator. Its requests follow it; a decided one may then be of who is the creator now. The new
-- constraints hold for every row already, since the ones they replace were stricter.
ALTER TABLE join_requests
  DROP CONSTRAINT join_requests_creator_id_project_id_fkey,
  DROP CONSTRAINT join_requests_check,
  ADD CONSTRAINT join_requests_creator_fkey FOREIGN KEY (creator_id, project_id) REFERENCES projects (creator_id, id)
    ON UPDATE CASCADE,
  ADD CONSTRAINT join_requests_asked_of_another CHECK (status <> 'pending' OR requester_id <> creator_id);

-- The search finds a project by the name of who is its creator now.
DROP TRIGGER project_search_text ON projects;
CREATE TRIGGER project_search_text BEFORE INSERT OR UPDATE OF title, description, required_skills, creator_id ON projects
  FOR EACH ROW EXECUTE FUNCTION fill_project_search_text();

-- What both creators are shown changes, and until when each request waits. All at once and in order, before the cascade
-- raises some of them; its name sorts after project_search_text, which locks the creator, as renaming them does first.
CREATE FUNCTION project_taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(ARRAY[OLD.creator_id, NEW.creator_id]
    || ARRAY(SELECT requester_id FROM join_requests WHERE project_id = NEW.id));
  RETURN NEW;
END $$;

CREATE TRIGGER project_taken_over BEFORE UPDATE OF creator_id ON projects
  FOR EACH ROW WHEN (OLD.creator_id <> NEW.creator_id) EXECUTE FUNCTION project_taken_over();
