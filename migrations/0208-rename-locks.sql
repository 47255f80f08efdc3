-- Acts on a project lock it first, then in any order its team's conversation and request versions. A rename, a suspension and a deletion
-- lock these of all the member's teams: so first their projects, like every act.
CREATE FUNCTION lock_teams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM projects WHERE id IN (SELECT project_id FROM project_members WHERE user_id = NEW.id)
  ORDER BY id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;

CREATE TRIGGER lock_teams BEFORE UPDATE OF name, suspended_at, deleted_at ON users FOR EACH ROW
WHEN (NEW.name <> OLD.name OR NEW.suspended_at IS DISTINCT FROM OLD.suspended_at OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
EXECUTE FUNCTION lock_teams();
