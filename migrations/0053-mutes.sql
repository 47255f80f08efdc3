-- Counts the changes to a member's choices, so that a client notices one that it missed.
ALTER TABLE notification_choices ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- Of what members do not want to be told, though it stands in their lists: a conversation, by the other member, and a project.
CREATE TABLE muted_members (
  user_id bigint NOT NULL REFERENCES users,
  other_id bigint NOT NULL REFERENCES users,
  PRIMARY KEY (user_id, other_id)
);
CREATE TABLE muted_projects (
  user_id bigint NOT NULL REFERENCES users,
  project_id bigint NOT NULL REFERENCES projects,
  PRIMARY KEY (user_id, project_id)
);
