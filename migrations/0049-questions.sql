-- Up to three questions that a project's creator puts to who asks to join, and the answers of a request with the questions as they
-- were asked. Requests without them are those of servers of the version before, and of who was asked nothing.
ALTER TABLE projects ADD COLUMN questions text[] NOT NULL DEFAULT '{}';
ALTER TABLE join_requests ADD COLUMN answers jsonb NOT NULL DEFAULT '[]';
