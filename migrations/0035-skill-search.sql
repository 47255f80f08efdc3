-- A search looks at the required skills as well: "React" finds the projects that ask for it.
CREATE FUNCTION project_search_text(title text, description text, creator_name text, skills text[]) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
    SELECT lower(title || chr(31) || description || chr(31) || creator_name || chr(31) || array_to_string(skills, chr(31)))
  $$;

CREATE OR REPLACE FUNCTION fill_project_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT project_search_text(NEW.title, NEW.description, users.name, NEW.required_skills) INTO NEW.search_text
  FROM users WHERE users.id = NEW.creator_id FOR SHARE;
  RETURN NEW;
END $$;

DROP TRIGGER project_search_text ON projects;
CREATE TRIGGER project_search_text BEFORE INSERT OR UPDATE OF title, description, required_skills ON projects
  FOR EACH ROW EXECUTE FUNCTION fill_project_search_text();

CREATE OR REPLACE FUNCTION rename_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projects SET search_text = project_search_text(title, description, NEW.name, required_skills)
  WHERE creator_id = NEW.id;
  RETURN NULL;
END $$;

UPDATE projects p SET search_text = project_search_text(p.title, p.description, u.name, p.required_skills)
FROM users u WHERE u.id = p.creator_id AND cardinality(p.required_skills) > 0;

DROP FUNCTION project_search_text(text, text, text);
