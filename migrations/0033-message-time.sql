-- The latest time at which a message was stored, in milliseconds since 1970. Lists are ordered by that time, so it must
-- not go back when a server's clock does. A sequence, because all batches of all servers take their time from it.
CREATE SEQUENCE message_time AS bigint MINVALUE 0 START 0;
SELECT setval('message_time', coalesce(max(floor(extract(epoch FROM last_message_at) * 1000)), 0)::bigint) FROM conversations;
