-- Fills the days of members whose last activity was before 0140, but recent enough to be counted.
CREATE FUNCTION fill_active_days(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH filled AS (
    UPDATE users SET active_on = (last_active AT TIME ZONE 'UTC')::date
    WHERE id IN (
      SELECT id FROM users WHERE active_on IS NULL AND last_active > now() - interval '31 days' ORDER BY id LIMIT most
    ) RETURNING id
  )
  SELECT count(*) FROM filled
$$;
