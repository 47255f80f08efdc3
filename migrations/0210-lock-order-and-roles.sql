-- A rename locks the member, then their projects, which an edit has locked before. So an edit doesn't lock the creator for the search text:
-- a rename that it doesn't see waits for the project, and writes the new name then. A new project is locked by no rename.
CREATE OR REPLACE FUNCTION fill_project_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  needed text[] := NEW.required_skills || NEW.role_names || NEW.role_skills;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM users WHERE id = NEW.creator_id FOR SHARE;
  END IF;
  SELECT project_search_text(NEW.title, NEW.description, users.name, needed), search_words(NEW.title),
    project_search_words(NEW.title, needed, users.name, NEW.description)
  INTO NEW.search_text, NEW.title_words, NEW.search_words
  FROM users WHERE users.id = NEW.creator_id;
  RETURN NEW;
END $$;

-- A suspension and a deletion lock the member, then their conversations: so members first here, too.
CREATE OR REPLACE FUNCTION keep_conversations(member bigint, others bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT conversation_id FROM memberships WHERE user_id = member AND other_id = ANY (others));
BEGIN
  PERFORM FROM users WHERE id = ANY (others) ORDER BY id FOR SHARE;
  PERFORM FROM conversations WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations SET low_kept = low_kept OR low_id = member, high_kept = high_kept OR high_id = member
  WHERE id = ANY (ids);
  UPDATE memberships SET kept = true WHERE user_id = member AND other_id = ANY (others);
  UPDATE memberships SET other_kept = true WHERE user_id = ANY (others) AND other_id = member;

  WITH added AS (
    INSERT INTO kept_conversations
    SELECT member, m.other_id, c.last_message_at, c.last_seq - c.sent[m.slot], m.read_received
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = member AND m.other_id = ANY (others)
    RETURNING *
  )
  INSERT INTO kept_totals
  SELECT member, sum(c.last_seq), sum(a.received), sum(a.read_received),
         sum(c.last_seq + c.last_change + m.read_seq + m.request_changes + m.mark_changes + o.read_seq + u.profile_version)
  FROM added a
  JOIN memberships m ON m.user_id = member AND m.other_id = a.other_id
  JOIN memberships o ON o.user_id = a.other_id AND o.other_id = member
  JOIN conversations c ON c.id = m.conversation_id
  JOIN users u ON u.id = a.other_id;
END $$;

-- An index of some rows has no statistics for the planner, which took every role for a rare one.
CREATE STATISTICS projects_role_keys_found ON (role_keys(role_names)) FROM projects;
