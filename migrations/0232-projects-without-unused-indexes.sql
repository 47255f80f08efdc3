-- Filters by skill read the index of 0186, and by role that of 0228. These were for servers of versions before those.
DROP INDEX IF EXISTS projects_skills, projects_role_skills, projects_role_names, projects_role_keys;
