-- The names of roles are compared like every search, without case and accents: each is its words. The body is parsed now, since an
-- index is built without a search path.
CREATE FUNCTION role_keys(names text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN (SELECT coalesce(array_agg(search_words(name)), '{}') FROM unnest(names) AS name);
