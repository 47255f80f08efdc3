-- The conversations of messages that were reported before 0201.
SELECT fill_reported_conversations(1000) AS filled
