-- The title that is read outside the team while a project is hidden, in requests and activities from before: the one it had then.
ALTER TABLE projects ADD COLUMN title_outside text;
UPDATE projects SET title_outside = title WHERE hidden_at IS NOT NULL;

CREATE FUNCTION keep_title_outside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_outside := CASE WHEN NEW.hidden_at IS NOT NULL THEN coalesce(OLD.title_outside, OLD.title) END;
  RETURN NEW;
END $$;
CREATE TRIGGER project_title_outside BEFORE UPDATE OF hidden_at ON projects FOR EACH ROW
  WHEN (NEW.hidden_at IS DISTINCT FROM OLD.hidden_at) EXECUTE FUNCTION keep_title_outside();
