-- A creator who deletes their account leaves the project to its team: each member has an offer until `seeks_creator_until`.
-- `finished_at` says until when a finished project can be reopened; null for projects that were finished before this.
ALTER TABLE projects
  ADD COLUMN seeks_creator_until timestamptz,
  ADD COLUMN finished_at timestamptz;

ALTER TABLE project_offers
  DROP CONSTRAINT project_offers_project_id_key,
  ADD CONSTRAINT project_offers_project_user UNIQUE (project_id, user_id);
