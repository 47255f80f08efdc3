-- Why a creator declined a request: one of a few reasons, a word of their own (end_word), both, or neither.
ALTER TABLE join_requests ADD COLUMN decline_reason text;
