-- From when a member may ask the project again: set with a denial, a removal, leaving, and the second withdrawal. A rejection has it by
-- its time.
ALTER TABLE join_requests ADD COLUMN ask_again_at timestamptz;
ALTER TABLE interests ADD COLUMN ask_again_at timestamptz;
