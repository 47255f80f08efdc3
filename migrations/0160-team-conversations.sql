-- A project has a conversation of its team from the second member on. Seats and participants change in one transaction, so that access never
-- outlives a seat: whoever has a seat reads and writes, nobody else does.
ALTER TABLE memberships
  ADD COLUMN notify text,
  ADD CONSTRAINT memberships_notify CHECK (notify IN ('all', 'mentions', 'off')) NOT VALID;

-- What happened to a team, shown as lines of its conversation. `after_seq`: the last message before it.
CREATE TABLE team_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects,
  kind text NOT NULL CHECK (
    kind IN ('joined', 'left', 'removed', 'gone', 'creator_changed', 'renamed', 'finished', 'reopened')),
  user_id bigint REFERENCES users,
  word text,
  at timestamptz NOT NULL,
  after_seq bigint NOT NULL DEFAULT 0
);
CREATE INDEX team_events_of_project ON team_events (project_id, id);

-- Opens the conversation of a project with two members or more, whose row the caller has locked. Servers of the version before would count a
-- team's messages as those of one other member: none opens while one of them has a lease. All slots begin marked, since a suspension that
-- does not see the new rows yet could not mark them.
CREATE FUNCTION open_team_conversation(of_project bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  seats integer;
  opened bigint;
BEGIN
  SELECT count(*) INTO seats FROM project_members WHERE project_id = of_project;
  IF seats < 2 OR EXISTS (SELECT FROM servers WHERE coalesce(release, 0) < 2)
    OR EXISTS (SELECT FROM conversations WHERE project_id = of_project) THEN
    RETURN;
  END IF;
  INSERT INTO conversations (kind, project_id, sent, checked, people, last_message_at)
  VALUES ('team', of_project, array_fill(0, ARRAY[seats]), ARRAY(SELECT generate_series(1, seats)::smallint), 1, now())
  RETURNING id INTO opened;
  INSERT INTO memberships (user_id, conversation_id, slot)
  SELECT user_id, opened, row_number() OVER (ORDER BY joined_at, user_id) FROM project_members WHERE project_id = of_project;
END $$;

-- A newcomer has read everything that was said before. Somebody who returns gets their old slot: a slot is never given to somebody else, so
-- that versions only grow. `left_version` is what this row adds to its member's version from then on.
CREATE FUNCTION participant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF held > 200 THEN
      RAISE EXCEPTION 'a team has had 200 members' USING ERRCODE = 'check_violation';
    END IF;
    UPDATE conversations SET sent = sent || 0 WHERE id = team.id;
    INSERT INTO memberships (user_id, conversation_id, slot, joined_seq, read_seq, read_received)
    VALUES (NEW.user_id, team.id, held, team.last_seq, team.last_seq, team.last_seq);
  ELSE
    UPDATE memberships
    SET left_seq = NULL, left_version = NULL, joined_seq = team.last_seq, read_seq = team.last_seq,
        read_received = team.last_seq - team.sent[held], unread_from = NULL, mark_changes = mark_changes + 1
    WHERE conversation_id = team.id AND user_id = NEW.user_id;
  END IF;
  -- The next message of this slot is checked: whoever has left may not write, and a suspension may not have seen the new row.
  UPDATE conversations SET checked = array_append(array_remove(checked, held), held), people = people + 1
  WHERE id = team.id;
  RETURN NULL;
END $$;
CREATE TRIGGER participant_changed AFTER INSERT OR DELETE ON project_members FOR EACH ROW
  EXECUTE FUNCTION participant_changed();

CREATE FUNCTION team_event_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET people = people + 1 WHERE project_id = NEW.project_id RETURNING last_seq INTO NEW.after_seq;
  NEW.after_seq := coalesce(NEW.after_seq, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER team_event_placed BEFORE INSERT ON team_events FOR EACH ROW EXECUTE FUNCTION team_event_placed();

-- In the order in which batches of messages lock conversations.
CREATE FUNCTION participant_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM conversations WHERE id IN (
    SELECT conversation_id FROM memberships WHERE user_id = NEW.id AND other_id IS NULL AND left_seq IS NULL)
  ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations SET people = people + 1 WHERE id IN (
    SELECT conversation_id FROM memberships WHERE user_id = NEW.id AND other_id IS NULL AND left_seq IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER participant_renamed AFTER UPDATE OF name ON users FOR EACH ROW WHEN (NEW.name <> OLD.name)
  EXECUTE FUNCTION participant_renamed();
