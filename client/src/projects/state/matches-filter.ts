import { foldText, hasWords, indexWordsOf, wordsOf } from '@sangam/shared/core/search-words';
import { skillKey } from '@sangam/shared/people/skills';
import { neededSkills } from '@sangam/shared/projects/needed-skills';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats, takesRequests } from '@sangam/shared/projects/seats';
import type { ProjectFilter } from './project-filter';

/**
 * Whether a project matches, as in the server's search (R4.4) except for the length of words: the search's words in title, skills,
 * creator's name and description; the exact category; skills in any spelling; a role's name. Ignores shared hours, which only the server
 * knows. In its own file because it loads all spellings of skills.
 */
export function matchesFilter(project: Project, filter: ProjectFilter): boolean {
  if (filter.category !== null && project.category !== filter.category) return false;
  if (filter.openSeats && (!takesRequests(project) || freeSeats(project) === 0)) return false;
  const needed = neededSkills(project);
  const requires = (skill: string) => needed.some((each) => skillKey(each) === skillKey(skill));
  const skills = filter.skill.split(',').filter((skill) => skill.trim() !== '');
  if (skills.length > 0 && !(filter.allSkills ? skills.every(requires) : skills.some(requires))) return false;
  const roles = project.roles ?? [];
  if (filter.role !== '' && !roles.some(({ name }) => isSameRole(name, filter.role))) return false;
  const wanted = filter.search.trim();
  if (wanted === '' || requires(wanted)) return true;
  const texts = [project.title, project.description, project.creator_name, ...needed, ...roles.map(({ name }) => name)];
  const words = wordsOf(wanted);
  if (words.length === 0) return texts.some((text) => foldText(text).includes(foldText(wanted)));
  const phrase = words.join(' ');
  return hasWords(texts.join(' '), words) || texts.some((text) => indexWordsOf(text).join(' ').includes(phrase));
}

const isSameRole = (name: string, typed: string): boolean =>
  indexWordsOf(name).join(' ') === indexWordsOf(typed).join(' ');
