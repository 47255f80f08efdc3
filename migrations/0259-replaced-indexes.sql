-- 0257 and 0258 replace these.
DROP INDEX IF EXISTS project_members_user, interests_pending;
