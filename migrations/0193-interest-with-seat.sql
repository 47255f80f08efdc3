-- Interest ends once its applicant takes a seat. That of members who took one before ends now.
UPDATE interests i SET status = 'denied', ended_by = 'joined', decided_at = now()
WHERE i.status = 'pending'
  AND EXISTS (SELECT FROM project_members m WHERE m.project_id = i.project_id AND m.user_id = i.requester_id);
