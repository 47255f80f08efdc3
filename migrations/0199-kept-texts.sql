-- Texts that are kept for reports for 30 days: what a member's page or a project said before a change or the project's deletion, and the
-- creator's notes to rejected and removed members, whose rows lose them when the request is reopened or the project has another creator.
CREATE TABLE kept_texts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The author: of a project's texts, its creator at the time.
  user_id bigint NOT NULL,
  -- Null for a member's page.
  project_id bigint,
  -- The reader of a note.
  reader_id bigint,
  words jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kept_texts_author ON kept_texts (user_id, id);
CREATE INDEX kept_texts_project ON kept_texts (project_id, id) WHERE project_id IS NOT NULL AND reader_id IS NULL;
CREATE INDEX kept_texts_at ON kept_texts (at);

-- The texts that differ and were not empty; null if there are none.
CREATE FUNCTION replaced_texts(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(before)
  WHERE value <> after -> key AND value NOT IN ('""', '[]', 'null')
$$;

-- Triggers, since a page also changes by a moderator's decision, and a project by its deletion.
CREATE FUNCTION member_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  replaced jsonb := replaced_texts(
    jsonb_build_object('name', OLD.name, 'college', OLD.college, 'skills', OLD.skills, 'github_link', OLD.github_link,
      'headline', OLD.headline, 'about', OLD.about, 'looks_for', OLD.looks_for, 'links', OLD.links),
    jsonb_build_object('name', NEW.name, 'college', NEW.college, 'skills', NEW.skills, 'github_link', NEW.github_link,
      'headline', NEW.headline, 'about', NEW.about, 'looks_for', NEW.looks_for, 'links', NEW.links));
BEGIN
  IF replaced IS NOT NULL THEN
    INSERT INTO kept_texts (user_id, words) VALUES (NEW.id, replaced);
  END IF;
  RETURN NULL;
END $$;
-- An erased member has no address, and nothing is kept of their page.
CREATE TRIGGER member_page_changed
  AFTER UPDATE OF name, college, skills, github_link, headline, about, looks_for, links ON users
  FOR EACH ROW WHEN (NEW.email LIKE '%@%') EXECUTE FUNCTION member_page_changed();

CREATE FUNCTION project_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  replaced jsonb := replaced_texts(
    jsonb_build_object('title', OLD.title, 'description', OLD.description),
    jsonb_build_object('title', NEW.title, 'description', NEW.description));
BEGIN
  IF replaced IS NOT NULL THEN
    INSERT INTO kept_texts (user_id, project_id, words) VALUES (OLD.creator_id, NEW.id, replaced);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER project_page_changed AFTER UPDATE OF title, description ON projects
  FOR EACH ROW EXECUTE FUNCTION project_page_changed();

CREATE FUNCTION end_note_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_texts (user_id, project_id, reader_id, words)
  VALUES (NEW.creator_id, NEW.project_id, NEW.requester_id, jsonb_build_object('note', NEW.end_word));
  RETURN NULL;
END $$;
CREATE TRIGGER end_note_written AFTER UPDATE OF end_word ON join_requests
  FOR EACH ROW WHEN (NEW.end_word IS NOT NULL AND NEW.end_word IS DISTINCT FROM OLD.end_word) EXECUTE FUNCTION end_note_written();
