-- Which creator approved an interest: the approval opens the creator's own presence and address to the applicant, not those of a
-- later creator of the project. Null for approvals before this migration, which count as the present creator's.
ALTER TABLE interests ADD COLUMN approved_by bigint;

-- A trigger, so that an older server records it, too, while both run.
CREATE FUNCTION note_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.approved_by := (SELECT creator_id FROM projects WHERE id = NEW.project_id);
  RETURN NEW;
END $$;
CREATE TRIGGER interest_approved BEFORE UPDATE OF status ON interests FOR EACH ROW
  WHEN (NEW.status = 'approved' AND OLD.status <> 'approved')
  EXECUTE FUNCTION note_approval();
