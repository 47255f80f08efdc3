import type { Suggestions } from '@sangam/shared/people/users';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { cachedFor } from '../../platform/lib/timers.js';
import { findColleges, findRoles, findSkills } from './queries.js';

const FRESH_MS = 10 * 60_000;

/** Suggests colleges and skills for forms, counted at most once in ten minutes. */
export const createFormSuggestions = ({ db, clock }: { db: Db; clock: Clock }): (() => Promise<Suggestions>) =>
  cachedFor(FRESH_MS, {
    clock,
    async work() {
      const [colleges, skills, roles] = [await findColleges(db), await findSkills(db), await findRoles(db)];
      return { colleges, skills, ...(roles.length > 0 && { roles }) };
    },
  });
