-- When the creator last reopened a rejected request. Contact limits leave such a request out, since it was counted and answered before.
ALTER TABLE join_requests ADD COLUMN reopened_at timestamptz;
