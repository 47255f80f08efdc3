import { hourMs, minuteMs } from '@sangam/shared/core/limits';
import type { Suggestions } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { cacheValue } from '../cached-value.js';
import { findColleges, findRoles, findSkills } from './queries.js';

/** Suggests colleges, skills and roles for forms, counted at most every ten minutes and at most an hour old. */
export function createFormSuggestions({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Logger;
}): () => Promise<Suggestions> {
  const compute = async (): Promise<Suggestions> => {
    const [colleges, skills, roles] = [await findColleges(db), await findSkills(db), await findRoles(db)];
    return { colleges, skills, ...(roles.length > 0 && { roles }) };
  };
  return cacheValue({ compute, freshMs: 10 * minuteMs, staleMs: hourMs, clock, log });
}
