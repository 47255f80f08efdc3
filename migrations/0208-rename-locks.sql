-- Triggers fire in the order of their names. This one locks the conversations of the member's teams, which acts on a project lock after
-- the project and the request versions: so after user_renamed and user_shown, and before the kept lists, as messages do.
ALTER TRIGGER participant_renamed ON users RENAME TO user_shown_in_conversations;
