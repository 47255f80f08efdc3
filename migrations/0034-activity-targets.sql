-- What a line speaks of: a project, or the other member of a conversation. Lines of earlier versions name neither.
ALTER TABLE activities
  ADD COLUMN project_id bigint REFERENCES projects,
  ADD COLUMN other_id bigint REFERENCES users;
