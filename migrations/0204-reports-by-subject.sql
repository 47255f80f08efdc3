-- A case shows the reports about its subject that one decision covered.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reports_by_subject ON reports (kind, subject_id);
