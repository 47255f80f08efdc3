-- A creator who is leaving asked nobody: their project is offered to the whole team, and these notifications have a kind of their own.
UPDATE notifications n SET kind = 'offer:leaving'
FROM project_offers o JOIN projects p ON p.id = o.project_id
WHERE n.user_id = o.user_id AND n.kind = 'offer:received' AND n.subject_id = o.id AND p.seeks_creator_until IS NOT NULL;
