-- A project is open or closed to requests, or finished. A deleted one keeps its row, without its words: requests and activities
-- refer to it, and name its title.
ALTER TABLE projects
  ADD COLUMN state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'finished', 'deleted'));

-- Why a request or an interest ended without an answer; null where it was answered or withdrawn by who asked.
ALTER TABLE join_requests ADD COLUMN ended_by text, ADD COLUMN end_word text;
ALTER TABLE interests ADD COLUMN ended_by text;
