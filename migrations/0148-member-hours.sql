-- A member's free hours: a week of quarter hours from Monday 0:00, as the clocks of their zone show them.
CREATE TABLE member_hours (
  user_id bigint PRIMARY KEY REFERENCES users,
  hours bit(672) NOT NULL,
  zone text NOT NULL,
  -- the day (UTC) of the last change, and the hours before the first change of that day
  changed_on date NOT NULL,
  hours_before bit(672),
  zone_before text,
  CHECK ((hours_before IS NULL) = (zone_before IS NULL))
);
