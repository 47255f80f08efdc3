-- The creators before the present one to whom a pending request was passed on: a deadline is extended once for each creator.
ALTER TABLE join_requests ADD COLUMN past_creators bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE interests ADD COLUMN past_creators bigint[] NOT NULL DEFAULT '{}';
