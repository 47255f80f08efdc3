import type { NewProjects } from './queries.js';

/** More are "other skills". */
const SKILLS_NAMED = 3;

/** "2 new projects that need React or SQL". */
export function wordsOf({ count, skills }: Pick<NewProjects, 'count' | 'skills'>): string {
  const named = skills.length > SKILLS_NAMED ? [...skills.slice(0, SKILLS_NAMED - 1), 'other skills'] : skills;
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
  return `${count.toLocaleString('en-IN')} new ${count === 1 ? 'project that needs' : 'projects that need'} ${list}`;
}

/** The list of projects, narrowed to those that need one of these skills. */
export const linkTo = (skills: readonly string[]): string =>
  `/projects?${new URLSearchParams({ skill: skills.join(',') })}`;
