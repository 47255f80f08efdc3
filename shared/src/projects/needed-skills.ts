import type { Project } from './projects.js';

/** The skills that a project requires, by itself or for one of its roles, each once. */
export const neededSkills = ({ required_skills, roles = [] }: Pick<Project, 'required_skills' | 'roles'>): string[] =>
  roles.length === 0
    ? required_skills
    : [
        ...new Map(
          [...required_skills, ...roles.flatMap(({ skills }) => skills)].map((skill) => [skill.toLowerCase(), skill]),
        ).values(),
      ];
