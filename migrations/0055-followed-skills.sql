-- Skills that members follow: by the key that all spellings have, written as the member did.
CREATE TABLE followed_skills (
  user_id bigint NOT NULL REFERENCES users,
  key text NOT NULL,
  skill text NOT NULL,
  -- The newest project when the member began to follow it: those from before are not told.
  after_project_id bigint NOT NULL,
  PRIMARY KEY (user_id, key)
);

-- When a member who follows skills was told of new projects, and up to which.
CREATE TABLE skill_followers (
  user_id bigint PRIMARY KEY REFERENCES users,
  told_at timestamptz,
  told_project_id bigint NOT NULL DEFAULT 0
);

-- Where a notification leads; null where its kind and its project say so.
ALTER TABLE notifications ADD COLUMN link text;
