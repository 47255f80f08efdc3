-- Searches read the indexes of words.
DROP INDEX IF EXISTS projects_search, users_name;
