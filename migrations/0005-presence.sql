-- A server that runs holds a lease and renews it; the devices of one that died fall away together.
CREATE TABLE servers (
  id uuid PRIMARY KEY,
  lease_until timestamptz NOT NULL
);

-- Where a member is present: a socket (named by its server's lease) or a session that reports by REST (a lease of its own).
CREATE TABLE devices (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  server_id uuid,
  lease_until timestamptz,
  active boolean NOT NULL,
  CHECK ((server_id IS NULL) <> (lease_until IS NULL))
);

CREATE INDEX devices_user ON devices (user_id);
CREATE INDEX devices_server ON devices (server_id) WHERE server_id IS NOT NULL;

-- Online: at least one active device whose lease holds.
CREATE VIEW presence AS
SELECT
  users.id,
  users.last_active,
  EXISTS (
    SELECT FROM devices
    LEFT JOIN servers ON servers.id = devices.server_id
    WHERE devices.user_id = users.id
      AND devices.active
      AND coalesce(devices.lease_until, servers.lease_until) > now()
  ) AS is_online
FROM users;
