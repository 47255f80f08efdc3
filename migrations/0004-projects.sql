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
  -- title, description and the creator's name in lower case, apart by a character that no text may hold
  search_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seats CHECK (member_count BETWEEN 1 AND max_members)
);

CREATE INDEX projects_category ON projects (category, id DESC);
CREATE INDEX projects_creator ON projects (creator_id, id DESC);
CREATE INDEX projects_search ON projects USING gin (search_text gin_trgm_ops);

CREATE TABLE project_members (
  project_id bigint NOT NULL REFERENCES projects,
  user_id bigint NOT NULL REFERENCES users,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);

CREATE INDEX project_members_user ON project_members (user_id);
