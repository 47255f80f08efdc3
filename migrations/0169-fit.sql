-- Facts by which members and projects fit.

-- The roles that a member would take, and the day from which they have time; null for no such day.
ALTER TABLE users
  ADD COLUMN takes_roles text[] NOT NULL DEFAULT '{}',
  ADD COLUMN free_from date,
  -- Whether the member hides presence from some or all others: their activity is in no order. Copied from their choices.
  ADD COLUMN hides_activity boolean NOT NULL DEFAULT false;

CREATE FUNCTION note_hidden_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE users SET hides_activity = false WHERE id = OLD.user_id AND hides_activity;
  ELSE
    UPDATE users SET hides_activity = NEW.presence_for <> 'anyone'
    WHERE id = NEW.user_id AND hides_activity <> (NEW.presence_for <> 'anyone');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER hidden_activity AFTER INSERT OR UPDATE OF presence_for OR DELETE ON notification_choices
  FOR EACH ROW EXECUTE FUNCTION note_hidden_activity();
-- Listed members who hide their activity: the others are in users_listed_active. Empty until 0170.
CREATE INDEX users_listed_hiding ON users (id DESC) WHERE listed AND hides_activity;

-- The zones in use, each found in one step.
CREATE INDEX member_hours_zones ON member_hours (zone);

-- Suggestions that a member never wants to see again: other members, and projects.
CREATE TABLE suggestion_dismissals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  member_id bigint REFERENCES users,
  project_id bigint REFERENCES projects,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(member_id, project_id) = 1)
);
CREATE UNIQUE INDEX suggestion_dismissals_members ON suggestion_dismissals (user_id, member_id) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX suggestion_dismissals_projects ON suggestion_dismissals (user_id, project_id) WHERE project_id IS NOT NULL;

-- The names of a project's roles. The search finds them, and the skills that the roles need, like required skills.
ALTER TABLE projects ADD COLUMN role_names text[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION fill_project_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  needed text[] := NEW.required_skills || NEW.role_names || NEW.role_skills;
BEGIN
  SELECT project_search_text(NEW.title, NEW.description, users.name, needed), search_words(NEW.title),
    project_search_words(NEW.title, needed, users.name, NEW.description)
  INTO NEW.search_text, NEW.title_words, NEW.search_words
  FROM users WHERE users.id = NEW.creator_id FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER project_search_text_of_roles BEFORE UPDATE OF role_names, role_skills ON projects
  FOR EACH ROW WHEN (OLD.role_names <> NEW.role_names OR OLD.role_skills <> NEW.role_skills)
  EXECUTE FUNCTION fill_project_search_text();

CREATE OR REPLACE FUNCTION rename_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projects SET
    search_text = project_search_text(title, description, NEW.name, required_skills || role_names || role_skills),
    search_words = project_search_words(title, required_skills || role_names || role_skills, NEW.name, description)
  WHERE creator_id = NEW.id;
  RETURN NULL;
END $$;

-- A trigger, since servers of the previous version write the roles alone.
CREATE FUNCTION note_role_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projects p SET role_names = ARRAY(
    SELECT o.name FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL ORDER BY o.place, o.id)
  WHERE p.id = coalesce(NEW.project_id, OLD.project_id);
  RETURN NULL;
END $$;
CREATE TRIGGER role_names AFTER INSERT OR UPDATE OF name, removed_at OR DELETE ON project_roles
  FOR EACH ROW EXECUTE FUNCTION note_role_names();
