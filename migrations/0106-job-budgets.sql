-- The budgets that a job uses (a push service's host, a member): a server runs only so many jobs of one budget at a time.
ALTER TABLE jobs ADD COLUMN budgets text[] NOT NULL DEFAULT '{}';
