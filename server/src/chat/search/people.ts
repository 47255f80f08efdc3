import type { CallAnswer } from '@sangam/shared/app/calls';
import { hasWords, wordsOf } from '@sangam/shared/chat/search-text';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { peopleLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import { findByName, findKnown, findOwnProjects } from './people.queries.js';

export interface PeopleSearch {
  /** Whom a member may write to, by the beginnings of names: those they know first. Without a name, those they know. */
  people(userId: number, q: string): Promise<CallAnswer<'GET /api/search/people'>['data']>;
  /** The member's own projects, by the beginnings of words of the title. */
  projects(userId: number, q: string): Promise<CallAnswer<'GET /api/search/projects'>['data']>;
}

const PAGE = 10;

export function createPeopleSearch(db: Db): PeopleSearch {
  return {
    async people(userId, q) {
      const [words, beginning] = [wordsOf(q), q.trim()];
      // Signs alone are in no name.
      if (words.length === 0 && beginning !== '') return { people: [] };
      const [known, others] = await Promise.all([
        findKnown(db, userId),
        // Fewer letters would list everybody, name by name.
        Array.from(beginning).length < peopleLimits.nameSearchMinChars ? [] : findByName(db, userId, beginning, PAGE),
      ]);
      const found = known.filter(({ name }) => name !== FORMER_MEMBER && hasWords(name, words));
      const ids = new Set(found.map(({ id }) => id));
      return { people: [...found, ...others.filter(({ id }) => !ids.has(id))].slice(0, PAGE) };
    },

    async projects(userId, q) {
      const words = wordsOf(q);
      const projects = await findOwnProjects(db, userId);
      return { projects: projects.filter(({ title }) => hasWords(title, words)).slice(0, PAGE) };
    },
  };
}
