-- A conversation is between two members (`direct`) or the members of a project (`team`). Each participant has a slot, the same for good, and
-- `sent` counts the messages of each slot: what a participant has received is `last_seq - sent[slot]`, for 2 of them as for 20. In a direct
-- conversation the lower id has slot 1.
ALTER TABLE conversations
  ADD COLUMN kind text NOT NULL DEFAULT 'direct',
  ADD COLUMN project_id bigint REFERENCES projects,
  ADD COLUMN sent integer[] NOT NULL DEFAULT '{0,0}',
  -- The slots whose messages are checked one by one; null for nearly all.
  ADD COLUMN checked smallint[],
  -- Grows whenever somebody joins or leaves a team's conversation: who writes may have read its participants before.
  ADD COLUMN people integer NOT NULL DEFAULT 0,
  -- Both are null in a team's.
  ALTER COLUMN low_id DROP NOT NULL,
  ALTER COLUMN high_id DROP NOT NULL,
  ADD CONSTRAINT conversations_kind CHECK (CASE kind
    WHEN 'direct' THEN low_id IS NOT NULL AND high_id IS NOT NULL AND project_id IS NULL
    WHEN 'team' THEN low_id IS NULL AND high_id IS NULL AND project_id IS NOT NULL
    ELSE false END) NOT VALID,
  DROP CONSTRAINT conversations_check1,
  -- A server of the version before that comes back after the old columns have stopped is refused.
  ADD CONSTRAINT conversations_sent
    CHECK (low_id IS NULL OR last_seq = low_sent + high_sent OR last_seq = sent[1] + sent[2]) NOT VALID;

-- A project has one. Few rows are in it, so that it takes as long as to read the table.
CREATE UNIQUE INDEX conversations_project ON conversations (project_id) WHERE project_id IS NOT NULL;

ALTER TABLE memberships
  ADD COLUMN slot smallint,
  -- The last number before somebody joined, and when they left; of a team's conversation only.
  ADD COLUMN joined_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN left_seq bigint,
  -- What this row adds to the member's versions from then on.
  ADD COLUMN left_version bigint;

-- Of which version a server is; null before this one.
ALTER TABLE servers ADD COLUMN release integer;

-- Servers of the version before write and read `low_sent`, `high_sent`, `low_checked` and `high_checked`. Until none of them runs any more,
-- servers of this version write `low_sent` and `high_sent` as well. The rest is left to triggers. They fire after an update: a trigger before
-- it would lock every conversation twice.
CREATE FUNCTION conversation_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET sent = ARRAY[low_sent, high_sent] WHERE id = NEW.id;
  RETURN NULL;
END $$;
-- After `kept_conversation_written`, by name: what this update does is the last that a kept list is told.
CREATE TRIGGER sent_by_older AFTER UPDATE OF low_sent, high_sent ON conversations FOR EACH ROW
  WHEN (NEW.sent = OLD.sent) EXECUTE FUNCTION conversation_sent();

CREATE FUNCTION slots_of(low boolean, high boolean) RETURNS smallint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN low AND high THEN '{1,2}'::smallint[] WHEN low THEN '{1}' WHEN high THEN '{2}' END
$$;
CREATE FUNCTION conversation_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.checked IS NOT DISTINCT FROM OLD.checked THEN
    UPDATE conversations SET checked = slots_of(low_checked, high_checked) WHERE id = NEW.id;
  ELSE
    UPDATE conversations
    SET low_checked = coalesce(1 = ANY (checked), false), high_checked = coalesce(2 = ANY (checked), false)
    WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER conversation_checked AFTER UPDATE OF checked, low_checked, high_checked ON conversations FOR EACH ROW
  WHEN (NEW.low_id IS NOT NULL AND (
    NEW.low_checked <> coalesce(1 = ANY (NEW.checked), false) OR NEW.high_checked <> coalesce(2 = ANY (NEW.checked), false)))
  EXECUTE FUNCTION conversation_checked();

CREATE FUNCTION conversation_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sent = '{0,0}' THEN
    NEW.sent := ARRAY[NEW.low_sent, NEW.high_sent];
  ELSE
    NEW.low_sent := NEW.sent[1];
    NEW.high_sent := NEW.sent[2];
  END IF;
  IF NEW.checked IS NULL THEN
    NEW.checked := slots_of(NEW.low_checked, NEW.high_checked);
  ELSE
    NEW.low_checked := 1 = ANY (NEW.checked);
    NEW.high_checked := 2 = ANY (NEW.checked);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER conversation_added BEFORE INSERT ON conversations FOR EACH ROW WHEN (NEW.low_id IS NOT NULL)
  EXECUTE FUNCTION conversation_added();

CREATE FUNCTION membership_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.slot := CASE WHEN NEW.user_id < NEW.other_id THEN 1 ELSE 2 END;
  RETURN NEW;
END $$;
CREATE TRIGGER membership_slot BEFORE INSERT ON memberships FOR EACH ROW
  WHEN (NEW.slot IS NULL AND NEW.other_id IS NOT NULL) EXECUTE FUNCTION membership_slot();

-- As in 0058: of a team's conversation, only the slot of the member who is gone.
CREATE OR REPLACE FUNCTION check_messages_of_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which batches of messages lock them.
  PERFORM FROM conversations WHERE id IN (SELECT conversation_id FROM memberships WHERE user_id = NEW.id)
  ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations c
  SET checked = CASE WHEN c.low_id IS NULL THEN array_append(array_remove(c.checked, m.slot), m.slot) ELSE '{1,2}' END
  FROM memberships m
  WHERE m.user_id = NEW.id AND c.id = m.conversation_id;
  RETURN NULL;
END $$;

-- As in 0046: a team's conversations are in no kept list, since each of their messages would change that of every member.
CREATE OR REPLACE FUNCTION begin_kept_list(member bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_lists VALUES (member);
  PERFORM keep_conversations(member, ARRAY(
    SELECT other_id FROM memberships WHERE user_id = member AND other_id IS NOT NULL));
END $$;

CREATE OR REPLACE FUNCTION conversations_begun() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member bigint;
BEGIN
  -- One at a time for each member, so that a list begins with all conversations. Few locks, however many members.
  PERFORM pg_advisory_xact_lock(hashtext('kept_lists'), part)
  FROM (SELECT DISTINCT (user_id % 64)::integer AS part FROM begun WHERE other_id IS NOT NULL ORDER BY part) AS parts;
  FOR member IN SELECT DISTINCT user_id FROM begun WHERE other_id IS NOT NULL ORDER BY user_id LOOP
    IF EXISTS (SELECT FROM kept_lists WHERE user_id = member) THEN
      PERFORM keep_conversations(member, ARRAY(SELECT other_id FROM begun WHERE user_id = member AND other_id IS NOT NULL));
    ELSIF (SELECT count(*) FROM (
        SELECT FROM memberships WHERE user_id = member AND other_id IS NOT NULL LIMIT kept_list_above() + 1) AS m)
        > kept_list_above() THEN
      PERFORM begin_kept_list(member);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0067. The words of a team's conversation stand under its own id.
CREATE OR REPLACE FUNCTION forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('search'), hashtext(NEW.conversation_id::text));
  UPDATE search_blocks b
  SET words = array_to_tsvector(CASE WHEN c.low_id IS NULL THEN ARRAY['c' || c.id || '/@', 'c' || c.id || '/*']
    ELSE ARRAY[c.low_id || '/@', c.high_id || '/@', c.low_id || '/*', c.high_id || '/*'] END)
  FROM conversations c
  WHERE b.conversation_id = NEW.conversation_id AND b.block = (NEW.seq - 1) / 64 AND c.id = b.conversation_id;
  RETURN NULL;
END $$;

-- Fills the next conversations; returns how many. Rows are locked in the order in which batches of messages lock them.
CREATE FUNCTION fill_sent(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH unfilled AS (
    SELECT id FROM conversations
    WHERE id IN (
      SELECT id FROM conversations
      WHERE low_sent <> sent[1] OR high_sent <> sent[2] OR ((low_checked OR high_checked) AND checked IS NULL) LIMIT most)
    ORDER BY id FOR NO KEY UPDATE
  ), filled AS (
    UPDATE conversations c SET sent = ARRAY[c.low_sent, c.high_sent], checked = slots_of(c.low_checked, c.high_checked)
    FROM unfilled WHERE c.id = unfilled.id RETURNING c.id
  )
  SELECT count(*) FROM filled
$$;
