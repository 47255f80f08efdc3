-- How many messages of a conversation of two the member and the other had sent before each of these moments, in ascending order. Numbers follow
-- time, so each moment is found by halving: a few rows are read, however long the conversation. It reads the last message before the
-- moment: its sender's own number, and the rest are the other's.
CREATE FUNCTION message_counts_at(of_conversation bigint, of_member bigint, moments timestamptz[])
RETURNS TABLE (moment integer, mine bigint, theirs bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  reached bigint := 0;
  upper bigint;
  middle bigint;
  newest bigint;
  written timestamptz;
BEGIN
  SELECT t.seq INTO newest FROM messages t WHERE t.conversation_id = of_conversation ORDER BY t.seq DESC LIMIT 1;
  FOR place IN 1 .. coalesce(array_length(moments, 1), 0) LOOP
    upper := coalesce(newest, 0);
    WHILE reached < upper LOOP
      middle := (reached + upper + 1) / 2;
      SELECT t.created_at INTO written FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = middle;
      IF written < moments[place] THEN
        reached := middle;
      ELSE
        upper := middle - 1;
      END IF;
    END LOOP;
    moment := place;
    mine := 0;
    theirs := 0;
    SELECT CASE WHEN t.sender_id = of_member THEN t.sender_seq ELSE t.seq - t.sender_seq END,
           CASE WHEN t.sender_id = of_member THEN t.seq - t.sender_seq ELSE t.sender_seq END
    INTO mine, theirs FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = reached;
    mine := coalesce(mine, 0);
    theirs := coalesce(theirs, 0);
    RETURN NEXT;
  END LOOP;
END $$;
