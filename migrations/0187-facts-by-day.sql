-- The facts by which Find people filters, each with the day of the member's last activity, or with 0 if it is hidden: an index of these
-- finds the last active members with given facts day by day, without reading the others. Numbers, so that the index stays small; the
-- letters keep a skill apart from a role or a college of that name. The cost is that of a scan that would call it for every row.
CREATE FUNCTION facts_by_day(skills text[], takes_roles text[], college text, active_on date, hides_activity boolean) RETURNS int8[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
  RETURN (
    SELECT coalesce(array_agg(hashtextextended(
      fact, CASE WHEN hides_activity THEN 0 ELSE active_on - date '2000-01-01' END)), '{}')
    FROM (
      SELECT 's' || lower(skill) FROM unnest(skills) AS skill
      UNION ALL
      SELECT 'r' || search_words(role) FROM unnest(takes_roles) AS role
      UNION ALL
      SELECT 'c' || search_words(college) WHERE college <> ''
    ) AS facts (fact)
    WHERE active_on IS NOT NULL);
