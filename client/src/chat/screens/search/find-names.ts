import type { FoundMessage, FoundPerson, FoundProject } from '@sangam/shared/chat/search';
import { excerptAround } from '@sangam/shared/core/excerpt';
import { hasWords, indexWordsOf, matchRanges, wordsOf } from '@sangam/shared/core/search-words';
import { firstChars } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { projectLimits } from '@sangam/shared/projects/limits';
import { neededSkills } from '@sangam/shared/projects/needed-skills';
import type { Project } from '@sangam/shared/projects/projects';
import { request } from '../../../core/api/client';
import type { ApiError } from '../../../core/api/errors';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { projects } from '../../../projects/state/project-table';
import { useConversations } from '../../state/conversations';
import { keyOf } from '../../state/known-conversations';

/** The maximum number of people, and of projects, listed. */
const NAMES_MAX = 5;

/** A found project. `why`: its matching parts besides the title; '' if none. */
export interface NamedProject extends FoundProject {
  why: string;
}

export interface FoundNames {
  people: readonly FoundPerson[];
  projects: readonly NamedProject[];
  error: ApiError | null;
}

/** Returns the conversation of a found message. */
export const keyOfFound = ({ conversation_id, other_id }: FoundMessage): ConversationKey =>
  keyOf({ conversation_id, memberId: other_id });

/** Ranks how well a name matches these folded words; lower is better. */
export function matchRank(name: string, words: readonly string[]): number {
  const [whole, wanted] = [wordsOf(name).join(' '), words.join(' ')];
  if (whole === wanted) return 0;
  if (whole.startsWith(wanted)) return 1;
  const nameWords = indexWordsOf(name);
  if (words.every((word) => nameWords.includes(word))) return 2;
  return words.every((word) => nameWords.some((each) => each.startsWith(word))) ? 3 : 4;
}

/** Sorts by rank, the best first. Equal items keep their order. */
const bestFirst = <T>(list: readonly T[], nameOf: (item: T) => string, text: string): T[] => {
  const words = wordsOf(text);
  return list
    .map((item) => ({ item, rank: matchRank(nameOf(item), words) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
};

/** Finds people among the loaded conversations, at once and without a connection. */
export const loadedPeople = (text: string): FoundPerson[] => {
  const words = wordsOf(text);
  const list = useConversations.getState().list.data ?? [];
  const found = list.filter(({ name }) => hasWords(name, words));
  return bestFirst(found, ({ name }) => name, text).map(({ otherId, name }) => ({
    id: otherId,
    name,
    has_conversation: true,
  }));
};

type Described = FoundProject & Partial<Pick<Project, 'description' | 'required_skills' | 'roles' | 'creator_name'>>;

/**
 * Returns the parts of a project that have the searched words which its title lacks: skills, roles and creator, or else an excerpt of its
 * description.
 */
function whyFound(project: Described, words: readonly string[]): string {
  const { title, description = '', required_skills = [], roles = [], creator_name = '' } = project;
  const lacks = (texts: readonly string[]) => (word: string) => !texts.some((text) => hasWords(text, [word]));
  const missing = words.filter(lacks([title]));
  const names = [...neededSkills({ required_skills, roles }), ...roles.map(({ name }) => name), creator_name];
  const namesFound = names.filter((name) => missing.some((word) => hasWords(name, [word])));
  const stillMissing = missing.filter(lacks(namesFound));
  const excerpt = matchRanges(description, stillMissing).length > 0 ? [excerptAround(description, stillMissing)] : [];
  return [...namesFound, ...excerpt].join(' · ');
}

/** Finds projects among those that this page has loaded. */
const loadedProjects = (text: string): Described[] => {
  const words = wordsOf(text);
  return Object.values(projects.use.getState().byId).filter(({ title }) => words.length > 0 && hasWords(title, words));
};

/** Finds members whom the reader may write to; with `page`, of strangers only those whose page the reader may see. */
export async function findPeople(text: string, signal: AbortSignal, page?: 'yes'): Promise<FoundNames> {
  const query = { q: nameOf(text), ...(page && { page }) };
  const answer = await request('GET /api/search/people', { query, signal });
  return answer.ok
    ? { people: answer.value.data.people, projects: [], error: null }
    : { people: loadedPeople(text), projects: [], error: answer.error };
}

const nameOf = (text: string): string => firstChars(text, peopleLimits.nameMaxChars);

/**
 * Finds people with whom the reader has a conversation or whose page they may see, and projects: the reader's own and those that everybody
 * finds.
 */
export async function findNames(text: string, signal: AbortSignal): Promise<FoundNames> {
  const search = firstChars(text, projectLimits.searchMaxChars);
  const [peopleAnswer, ownAnswer, allAnswer] = await Promise.all([
    findPeople(text, signal, 'yes'),
    request('GET /api/search/projects', { query: { q: nameOf(text) }, signal }),
    request('GET /api/projects', { query: { search, limit: NAMES_MAX }, signal }),
  ]);
  const found: Described[] = [
    ...(ownAnswer.ok ? ownAnswer.value.data.projects : []),
    ...(allAnswer.ok ? allAnswer.value.data.projects : []),
  ];
  const failedAnswer = [ownAnswer, allAnswer].find((answer) => !answer.ok);
  const error = failedAnswer && !failedAnswer.ok ? failedAnswer.error : null;
  const listed = new Map((error === null ? found : [...found, ...loadedProjects(text)]).map((each) => [each.id, each]));
  return {
    people: bestFirst(peopleAnswer.people, ({ name }) => name, text).slice(0, NAMES_MAX),
    projects: bestFirst([...listed.values()], ({ title }) => title, text)
      .slice(0, NAMES_MAX)
      .map((project) => ({ id: project.id, title: project.title, why: whyFound(project, wordsOf(text)) })),
    error: peopleAnswer.error ?? error,
  };
}
