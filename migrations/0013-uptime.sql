-- The minutes in which at least one server was up.
CREATE TABLE uptime_minutes (
  minute timestamptz PRIMARY KEY
);
