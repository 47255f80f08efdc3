import type { Suggestions } from '@sangam/shared/people/users';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findColleges, findRoles, findSkills } from './queries.js';

const FRESH_MS = 10 * 60_000;

/** Suggests colleges and skills for forms, counted at most once in ten minutes. */
export function createFormSuggestions({ db, clock }: { db: Db; clock: Clock }): () => Promise<Suggestions> {
  let latest: { countedMs: number; suggestions: Promise<Suggestions> } | null = null;

  const count = async (): Promise<Suggestions> => {
    const [colleges, skills, roles] = [await findColleges(db), await findSkills(db), await findRoles(db)];
    return { colleges, skills, ...(roles.length > 0 && { roles }) };
  };

  return () => {
    const countedMs = clock.monotonicMs();
    if (latest && countedMs - latest.countedMs < FRESH_MS) return latest.suggestions;
    const counted = { countedMs, suggestions: count() };
    latest = counted;
    // A failure is not cached.
    counted.suggestions.catch(() => {
      if (latest === counted) latest = null;
    });
    return counted.suggestions;
  };
}
