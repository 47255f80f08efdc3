-- When a project's creator last said, by any act, that they are looking. Those from before count from this migration.
ALTER TABLE projects ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now();

-- False for projects that a job has found unconfirmed for too long. What is listed follows from confirmed_at alone; this keeps the
-- index as small as the list, however late the job is.
ALTER TABLE projects ADD COLUMN may_be_listed boolean NOT NULL DEFAULT true;
CREATE INDEX projects_listed ON projects (id) WHERE may_be_listed AND state <> 'deleted';

INSERT INTO jobs (kind, key, payload, due_at)
SELECT 'project:listing-end', id::text, jsonb_build_object('project_id', id), confirmed_at + interval '14 days'
FROM projects WHERE state <> 'deleted';
