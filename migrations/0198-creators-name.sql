-- A pending join request names its project's creator, so a new name of theirs is a change of the applicant's list.
CREATE OR REPLACE FUNCTION user_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_request_versions(NEW.id || ARRAY(
    SELECT creator_id FROM join_requests WHERE requester_id = NEW.id AND status = 'pending'
    UNION ALL
    SELECT requester_id FROM join_requests WHERE creator_id = NEW.id AND status = 'pending' AND NEW.name <> OLD.name
    UNION ALL
    SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE i.requester_id = NEW.id AND i.status = 'pending'
    UNION ALL
    SELECT creator_id FROM invitations WHERE member_id = NEW.id AND status = 'pending'
    UNION ALL
    SELECT member_id FROM invitations WHERE creator_id = NEW.id AND status = 'pending'));
  RETURN NULL;
END $$;
