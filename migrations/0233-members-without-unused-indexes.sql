-- Find people reads the facts of 0188, and colleges by the index of 0175. These were for servers of versions before those.
DROP INDEX IF EXISTS users_listed_skills, users_listed_roles, users_listed_role_keys, users_listed_college;
