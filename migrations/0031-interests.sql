-- The table is named for what its rows are: a member's interest in a project.
ALTER TABLE connections RENAME TO interests;
ALTER SEQUENCE connections_id_seq RENAME TO interests_id_seq;
ALTER TABLE interests RENAME CONSTRAINT connections_pkey TO interests_pkey;
ALTER TABLE interests RENAME CONSTRAINT connections_project_id_fkey TO interests_project_id_fkey;
ALTER TABLE interests RENAME CONSTRAINT connections_requester_id_fkey TO interests_requester_id_fkey;
ALTER TABLE interests RENAME CONSTRAINT connections_status_check TO interests_status_check;
ALTER TABLE interests RENAME CONSTRAINT connections_check TO interests_decided_check;
ALTER INDEX connections_open RENAME TO interests_open;
ALTER INDEX connections_project RENAME TO interests_project;
ALTER INDEX connections_requester RENAME TO interests_requester;
ALTER INDEX connections_pending RENAME TO interests_pending;

-- During a rolling restart, servers of the version before read and write through the old name.
CREATE VIEW connections AS SELECT * FROM interests;
