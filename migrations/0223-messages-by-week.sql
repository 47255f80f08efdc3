-- The results of migration 0136. It remembers when the next message was sent, so weeks without messages read none: most weeks of most
-- conversations.
CREATE OR REPLACE FUNCTION message_counts_at(of_conversation bigint, of_member bigint, moments timestamptz[])
RETURNS TABLE (moment integer, mine bigint, theirs bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  reached bigint := 0;
  upper bigint;
  middle bigint;
  newest bigint;
  written timestamptz;
  next_written timestamptz;
BEGIN
  SELECT t.seq INTO newest FROM messages t WHERE t.conversation_id = of_conversation ORDER BY t.seq DESC LIMIT 1;
  SELECT t.created_at INTO next_written FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = 1;
  mine := 0;
  theirs := 0;
  FOR place IN 1 .. coalesce(array_length(moments, 1), 0) LOOP
    IF next_written < moments[place] THEN
      reached := reached + 1;
      upper := newest;
      WHILE reached < upper LOOP
        middle := (reached + upper + 1) / 2;
        SELECT t.created_at INTO written FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = middle;
        IF written < moments[place] THEN
          reached := middle;
        ELSE
          upper := middle - 1;
        END IF;
      END LOOP;
      SELECT CASE WHEN t.sender_id = of_member THEN t.sender_seq ELSE t.seq - t.sender_seq END,
             CASE WHEN t.sender_id = of_member THEN t.seq - t.sender_seq ELSE t.sender_seq END
      INTO mine, theirs FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = reached;
      SELECT t.created_at INTO next_written FROM messages t WHERE t.conversation_id = of_conversation AND t.seq = reached + 1;
    END IF;
    moment := place;
    RETURN NEXT;
  END LOOP;
END $$;
