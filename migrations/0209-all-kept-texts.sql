-- Reports have earlier values of all texts of a member's page and a project. The texts that one transaction replaces are one row, since
-- they were shown together.

-- Keeps the texts that one change replaced; of one that a transaction replaces twice, the first, and all roles.
CREATE FUNCTION keep_texts(author bigint, project bigint, replaced jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known bigint;
BEGIN
  IF replaced IS NULL THEN
    RETURN;
  END IF;
  -- Only this transaction has rows of this time.
  SELECT id INTO known FROM kept_texts
  WHERE at = now() AND user_id = author AND project_id IS NOT DISTINCT FROM project AND reader_id IS NULL;
  IF known IS NULL THEN
    INSERT INTO kept_texts (user_id, project_id, words) VALUES (author, project, replaced);
  ELSE
    UPDATE kept_texts SET words = replaced || words || CASE WHEN words ? 'roles' AND replaced ? 'roles'
      THEN jsonb_build_object('roles', (words->'roles') || (replaced->'roles')) ELSE '{}' END
    WHERE id = known;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION member_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_texts(NEW.id, NULL, replaced_texts(
    jsonb_build_object('name', OLD.name, 'college', OLD.college, 'skills', OLD.skills, 'github_link', OLD.github_link,
      'headline', OLD.headline, 'about', OLD.about, 'looks_for', OLD.looks_for, 'takes_roles', OLD.takes_roles, 'links', OLD.links),
    jsonb_build_object('name', NEW.name, 'college', NEW.college, 'skills', NEW.skills, 'github_link', NEW.github_link,
      'headline', NEW.headline, 'about', NEW.about, 'looks_for', NEW.looks_for, 'takes_roles', NEW.takes_roles, 'links', NEW.links)));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER member_page_changed
  AFTER UPDATE OF name, college, skills, github_link, headline, about, looks_for, takes_roles, links ON users
  FOR EACH ROW WHEN (NEW.email LIKE '%@%') EXECUTE FUNCTION member_page_changed();

CREATE OR REPLACE FUNCTION project_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_texts(OLD.creator_id, NEW.id, replaced_texts(
    jsonb_build_object('title', OLD.title, 'description', OLD.description, 'timeline', OLD.timeline,
      'skills', OLD.required_skills, 'questions', OLD.questions),
    jsonb_build_object('title', NEW.title, 'description', NEW.description, 'timeline', NEW.timeline,
      'skills', NEW.required_skills, 'questions', NEW.questions)));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER project_page_changed
  AFTER UPDATE OF title, description, timeline, required_skills, questions ON projects
  FOR EACH ROW EXECUTE FUNCTION project_page_changed();

-- A role as reports have it: "Driver: Go, SQL".
CREATE FUNCTION role_text(name text, skills text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT concat_ws(': ', name, nullif(array_to_string(skills, ', '), ''))
$$;

-- Keeps a role that was changed or removed; the project's other roles stay on its page.
CREATE FUNCTION project_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_texts(creator_id, id, jsonb_build_object('roles', jsonb_build_array(role_text(OLD.name, OLD.skills))))
  FROM projects WHERE id = OLD.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER project_role_changed AFTER UPDATE OF name, skills, removed_at ON project_roles FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND (NEW.removed_at IS NOT NULL OR OLD.name <> NEW.name OR OLD.skills <> NEW.skills))
  EXECUTE FUNCTION project_role_changed();
