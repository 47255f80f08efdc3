-- A day in the future is from a time when the database's clock was ahead: the next activity corrects it, as it does `last_active`.
CREATE OR REPLACE FUNCTION note_active_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.active_on := CASE
    WHEN NEW.active_on <= (now() AT TIME ZONE 'UTC')::date THEN greatest(NEW.active_on, (NEW.last_active AT TIME ZONE 'UTC')::date)
    ELSE (NEW.last_active AT TIME ZONE 'UTC')::date
  END;
  RETURN NEW;
END $$;
