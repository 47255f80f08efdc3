-- In place of `project_members_user`: a member's teams are read from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS project_members_teams ON project_members (user_id, project_id);
