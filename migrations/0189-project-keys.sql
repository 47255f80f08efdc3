-- The key by which its creator's browser created a project: a repeated call finds it instead of creating another.
ALTER TABLE projects ADD COLUMN client_id uuid;
