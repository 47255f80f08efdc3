-- The checks of 0145 for the rows before it.
ALTER TABLE project_members VALIDATE CONSTRAINT project_members_role;
ALTER TABLE join_requests VALIDATE CONSTRAINT join_requests_role;
