-- A member with very many conversations has a kept list: its order and its sums, which are otherwise sorted and added up each time
-- that they are read. Those of everybody else still are, so a message between them writes nothing more.
--
-- Triggers keep it in the transaction that changes what it stands for: servers of the version before and statements by hand count
-- as well. They fire only where a flag says that one of the two members has a kept list.

-- Whoever has more conversations than this has a kept list, for good.
CREATE FUNCTION kept_list_above() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 200';

CREATE TABLE kept_lists (
  user_id bigint PRIMARY KEY REFERENCES users
);

CREATE TABLE kept_conversations (
  user_id bigint NOT NULL REFERENCES kept_lists,
  other_id bigint NOT NULL,
  last_message_at timestamptz,
  received bigint NOT NULL,
  read_received bigint NOT NULL,
  PRIMARY KEY (user_id, other_id)
);
CREATE INDEX kept_conversations_order ON kept_conversations (user_id, last_message_at, other_id);
CREATE INDEX kept_conversations_unread ON kept_conversations (user_id, last_message_at, other_id)
  WHERE received > read_received;

-- Summands. A change adds a row and locks none, so members with a kept list do not make their writers wait for each other.
CREATE TABLE kept_totals (
  user_id bigint NOT NULL REFERENCES kept_lists,
  messages bigint NOT NULL,
  received bigint NOT NULL,
  read_received bigint NOT NULL,
  -- What a refresh compares (0038).
  version bigint NOT NULL
);
CREATE INDEX kept_totals_user ON kept_totals (user_id);

ALTER TABLE conversations
  ADD COLUMN low_kept boolean NOT NULL DEFAULT false,
  ADD COLUMN high_kept boolean NOT NULL DEFAULT false;
ALTER TABLE memberships
  ADD COLUMN kept boolean NOT NULL DEFAULT false,
  ADD COLUMN other_kept boolean NOT NULL DEFAULT false;

-- Makes one row of a member's summands. Those that another transaction is folding are left to it.
CREATE FUNCTION fold_kept_totals(member bigint) RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM kept_totals
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM kept_totals WHERE user_id = member FOR UPDATE SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO kept_totals
  SELECT member, sum(messages), sum(received), sum(read_received), sum(version) FROM folded HAVING count(*) > 0
$$;

CREATE FUNCTION add_to_kept_totals(member bigint, messages bigint, received bigint, read_received bigint, version bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF messages = 0 AND received = 0 AND read_received = 0 AND version = 0 THEN RETURN; END IF;
  INSERT INTO kept_totals VALUES (member, messages, received, read_received, version);
  -- So a member has some fifty of them, and an addition costs little more than its row.
  IF random() < 0.02 THEN PERFORM fold_kept_totals(member); END IF;
END $$;

-- Adds the conversations with these others to a member's kept list. Whoever is writing to one of them is waited for, and what is
-- written afterwards finds its flag: nothing is counted twice or missed. Rows are locked in the order in which batches of messages
-- lock them.
CREATE FUNCTION keep_conversations(member bigint, others bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT conversation_id FROM memberships WHERE user_id = member AND other_id = ANY (others));
BEGIN
  PERFORM FROM conversations WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE conversations SET low_kept = low_kept OR low_id = member, high_kept = high_kept OR high_id = member
  WHERE id = ANY (ids);
  UPDATE memberships SET kept = true WHERE user_id = member AND other_id = ANY (others);
  UPDATE memberships SET other_kept = true WHERE user_id = ANY (others) AND other_id = member;
  PERFORM FROM users WHERE id = ANY (others) ORDER BY id FOR SHARE;

  WITH added AS (
    INSERT INTO kept_conversations
    SELECT member, m.other_id, c.last_message_at, CASE c.low_id WHEN member THEN c.high_sent ELSE c.low_sent END, m.read_received
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = member AND m.other_id = ANY (others)
    RETURNING *
  )
  INSERT INTO kept_totals
  SELECT member, sum(c.last_seq), sum(a.received), sum(a.read_received),
         sum(c.last_seq + c.last_change + m.read_seq + o.read_seq + u.profile_version)
  FROM added a
  JOIN memberships m ON m.user_id = member AND m.other_id = a.other_id
  JOIN memberships o ON o.user_id = a.other_id AND o.other_id = member
  JOIN conversations c ON c.id = m.conversation_id
  JOIN users u ON u.id = a.other_id;
END $$;

CREATE FUNCTION begin_kept_list(member bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_lists VALUES (member);
  PERFORM keep_conversations(member, ARRAY(SELECT other_id FROM memberships WHERE user_id = member));
END $$;

CREATE FUNCTION conversations_begun() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member bigint;
BEGIN
  -- One at a time for each member, so that a list begins with all conversations. Few locks, however many members.
  PERFORM pg_advisory_xact_lock(hashtext('kept_lists'), part)
  FROM (SELECT DISTINCT (user_id % 64)::integer AS part FROM begun ORDER BY part) AS parts;
  FOR member IN SELECT DISTINCT user_id FROM begun ORDER BY user_id LOOP
    IF EXISTS (SELECT FROM kept_lists WHERE user_id = member) THEN
      PERFORM keep_conversations(member, ARRAY(SELECT other_id FROM begun WHERE user_id = member));
    ELSIF (SELECT count(*) FROM (SELECT FROM memberships WHERE user_id = member LIMIT kept_list_above() + 1) AS m)
        > kept_list_above() THEN
      PERFORM begin_kept_list(member);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER conversations_begun AFTER INSERT ON memberships REFERENCING NEW TABLE AS begun
  FOR EACH STATEMENT EXECUTE FUNCTION conversations_begun();

CREATE FUNCTION kept_conversation_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  messages bigint := NEW.last_seq - OLD.last_seq;
  version bigint := messages + NEW.last_change - OLD.last_change;
BEGIN
  IF OLD.low_kept THEN
    UPDATE kept_conversations SET last_message_at = NEW.last_message_at, received = NEW.high_sent
    WHERE user_id = NEW.low_id AND other_id = NEW.high_id;
    PERFORM add_to_kept_totals(NEW.low_id, messages, NEW.high_sent - OLD.high_sent, 0, version);
  END IF;
  IF OLD.high_kept THEN
    UPDATE kept_conversations SET last_message_at = NEW.last_message_at, received = NEW.low_sent
    WHERE user_id = NEW.high_id AND other_id = NEW.low_id;
    PERFORM add_to_kept_totals(NEW.high_id, messages, NEW.low_sent - OLD.low_sent, 0, version);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER kept_conversation_written AFTER UPDATE ON conversations FOR EACH ROW
  WHEN (OLD.low_kept OR OLD.high_kept)
  EXECUTE FUNCTION kept_conversation_written();

CREATE FUNCTION kept_conversation_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kept THEN
    UPDATE kept_conversations SET read_received = NEW.read_received
    WHERE user_id = NEW.user_id AND other_id = NEW.other_id;
    PERFORM add_to_kept_totals(NEW.user_id, 0, 0, NEW.read_received - OLD.read_received, NEW.read_seq - OLD.read_seq);
  END IF;
  IF OLD.other_kept THEN
    PERFORM add_to_kept_totals(NEW.other_id, 0, 0, 0, NEW.read_seq - OLD.read_seq);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER kept_conversation_read AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.kept OR OLD.other_kept)
  EXECUTE FUNCTION kept_conversation_read();

CREATE FUNCTION shown_in_kept_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_kept_totals(other_id, 0, 0, 0, NEW.profile_version - OLD.profile_version)
  FROM memberships WHERE user_id = NEW.id AND other_kept;
  RETURN NULL;
END $$;

CREATE TRIGGER user_shown_in_kept_lists AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.profile_version <> NEW.profile_version) EXECUTE FUNCTION shown_in_kept_lists();

-- The triggers above have waited for all who were writing, so this sees every row.
SELECT begin_kept_list(user_id)
FROM (SELECT user_id FROM memberships GROUP BY user_id HAVING count(*) > kept_list_above() ORDER BY user_id) AS long;
