-- A filter by skill compares whole skills, in lower case, with every spelling of the one that is looked for. The cost is that of
-- the call: plans read the index instead of calling it for many rows.
CREATE FUNCTION lower_skills(skills text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    SELECT coalesce(array_agg(lower(skill)), '{}') FROM unnest(skills) AS skill
  $$;

CREATE INDEX projects_skills ON projects USING gin (lower_skills(required_skills));

-- Projects that have a seat to give: the newest of them without going through all that are full or over.
CREATE INDEX projects_open_seats ON projects (id) WHERE state = 'open' AND member_count < max_members;
