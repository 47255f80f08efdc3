-- The project that a message asks about, for its card. A question is written from the page of its receiver's project.
ALTER TABLE messages ADD COLUMN project_id bigint;
