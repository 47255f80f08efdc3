-- As in 0182; a member who returns to a team gets its default notifications: nothing would show them that an earlier choice still applies.
CREATE OR REPLACE FUNCTION participant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  team conversations;
  held smallint;
BEGIN
  SELECT * INTO team FROM conversations WHERE project_id = coalesce(NEW.project_id, OLD.project_id) FOR NO KEY UPDATE;
  IF team.id IS NULL THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM open_team_conversation(NEW.project_id);
    END IF;
    RETURN NULL;
  END IF;
  SELECT slot INTO held FROM memberships WHERE conversation_id = team.id AND user_id = coalesce(NEW.user_id, OLD.user_id);
  IF TG_OP = 'DELETE' THEN
    UPDATE memberships
    SET left_seq = team.last_seq,
        left_version = team.last_seq + team.last_change + team.people + read_seq + mark_changes + 2
    WHERE conversation_id = team.id AND user_id = OLD.user_id AND left_seq IS NULL;
  ELSIF held IS NULL THEN
    held := cardinality(team.sent) + 1;
    UPDATE conversations SET sent = sent || 0 WHERE id = team.id;
    INSERT INTO memberships (user_id, conversation_id, slot, joined_seq, read_seq, read_received)
    VALUES (NEW.user_id, team.id, held, team.last_seq, team.last_seq, team.last_seq);
  ELSE
    UPDATE memberships
    SET left_seq = NULL, left_version = NULL, joined_seq = team.last_seq, read_seq = team.last_seq,
        read_received = team.last_seq - team.sent[held], unread_from = NULL, archived_until = NULL,
        notify = NULL, mark_changes = mark_changes + 1
    WHERE conversation_id = team.id AND user_id = NEW.user_id;
  END IF;
  -- The next message of this slot is checked: whoever has left may not write, and a suspension may not have seen the new row.
  UPDATE conversations SET checked = array_append(array_remove(checked, held), held), people = people + 1
  WHERE id = team.id;
  RETURN NULL;
END $$;
