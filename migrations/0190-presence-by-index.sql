-- The same rows and values. For EXISTS a plan that is made once, for any members, may read all devices; this reads the members' own.
CREATE OR REPLACE VIEW presence AS
SELECT
  users.id,
  users.last_active,
  coalesce((
    SELECT true FROM devices
    LEFT JOIN servers ON servers.id = devices.server_id
    WHERE devices.user_id = users.id
      AND devices.active
      AND coalesce(devices.lease_until, servers.lease_until) > now()
    LIMIT 1
  ), false) AS is_online
FROM users;
