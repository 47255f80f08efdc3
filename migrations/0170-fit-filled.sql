-- The copies of 0169 for the rows before it. The triggers keep those of later changes.
UPDATE users SET hides_activity = true
WHERE NOT hides_activity AND id IN (SELECT user_id FROM notification_choices WHERE presence_for <> 'anyone');
UPDATE projects p SET role_names = ARRAY(
  SELECT o.name FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL ORDER BY o.place, o.id)
WHERE p.id IN (SELECT project_id FROM project_roles WHERE removed_at IS NULL);
