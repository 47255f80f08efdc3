CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE projects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  creator_id bigint NOT NULL REFERENCES users,
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  required_skills text[] NOT NULL DEFAULT '{}',
  timeline text,
  max_members integer NOT NULL CHECK (max_members BETWEEN 2 AND 20),
  -- the creator and everyone accepted; changed only together with project_members, under this row's lock
  member_count integer NOT NULL DEFAULT 1,
  -- kept by the triggers below
  search_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seats CHECK (member_count BETWEEN 1 AND max_members),
  -- a creator's projects; and a join request repeats its project's creator, which this holds true
  UNIQUE (creator_id, id)
);

CREATE INDEX projects_category ON projects (category, id);
CREATE INDEX projects_search ON projects USING gin (search_text gin_trgm_ops);

CREATE TABLE project_members (
  project_id bigint NOT NULL REFERENCES projects,
  user_id bigint NOT NULL REFERENCES users,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);

CREATE INDEX project_members_user ON project_members (user_id);

-- What a search looks at, in lower case, apart by a control character that no search may hold.
CREATE FUNCTION project_search_text(title text, description text, creator_name text) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$ SELECT lower(title || chr(31) || description || chr(31) || creator_name) $$;

-- The creator's row is locked against renaming until this commits: otherwise a rename at the same moment, which cannot
-- see this row yet, would leave the old name in it.
CREATE FUNCTION fill_project_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT project_search_text(NEW.title, NEW.description, users.name) INTO NEW.search_text
  FROM users WHERE users.id = NEW.creator_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE TRIGGER project_search_text BEFORE INSERT OR UPDATE OF title, description ON projects
  FOR EACH ROW EXECUTE FUNCTION fill_project_search_text();

CREATE FUNCTION rename_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projects SET search_text = project_search_text(title, description, NEW.name) WHERE creator_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER user_renamed AFTER UPDATE OF name ON users
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_creator();
