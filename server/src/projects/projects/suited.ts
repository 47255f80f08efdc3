import type { CallQuery } from '@sangam/shared/app/calls';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { SuitedProject } from '@sangam/shared/projects/projects';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findSharedHours } from './fitting.js';
import { activeSinceAt } from './listing.js';
import { presentProject } from './present.js';
import { findProjects } from './queries.js';
import {
  findBest,
  findCandidates,
  findNewest,
  findTaste,
  type Ranked,
  type Reader,
  type Suggestion,
  spell,
} from './suited.queries.js';

/**
 * Up to three listed projects with a free seat that the member could ask to join next: those that require their skills, or else those
 * of the same category, or else the newest ones.
 */
export type FindSuited = (userId: number, query: CallQuery<'GET /api/projects/suited'>) => Promise<SuitedProject[]>;

interface Suggestions {
  suited_by: NonNullable<SuitedProject['suited_by']>;
  suggested: Suggestion[];
}

/** The number of candidates whose teams are read first, then twice as many, and so on: those of all 1,000 take 10,000 blocks. */
const TEAMS_FIRST = 100;

const byRank = (a: Omit<Ranked, 'covers'>, b: Omit<Ranked, 'covers'>) => b.lacked - a.lacked || b.id - a.id;

/** Projects that require the reader's skills: first those with the most such skills that their team lacks, then the newest. */
async function findBySkill(db: Db, reader: Reader, skills: readonly string[]): Promise<Ranked[]> {
  if (skills.length === 0) return [];
  const spelled = spell(skills);
  const { ids, shared } = await findCandidates(db, reader, spelled);
  let best: Ranked[] = [];
  for (let read = 0, count = TEAMS_FIRST; read < ids.length; read += count, count *= 2) {
    const last = best[reader.max - 1];
    // Neither the next candidate's team nor a later one's lacks more skills than the next candidate shares with the reader.
    if (last && byRank(last, { id: ids[read] ?? 0, lacked: shared[read] ?? 0 }) < 0) break;
    const { id, now, refusedSince, max } = reader;
    const found = await findBest(db, { id, now, refusedSince, max, ...spelled, ids: ids.slice(read, read + count) });
    best = [...best, ...found].toSorted(byRank).slice(0, reader.max);
  }
  return best;
}

export function createSuited({ db, clock }: { db: Db; clock: Clock }): FindSuited {
  const find = async (reader: Reader, projectId: number | null): Promise<Suggestions> => {
    const { skills, category } = await findTaste(db, reader.id, projectId);
    const bySkill = await findBySkill(db, reader, skills);
    if (bySkill.length > 0) return { suited_by: 'skills', suggested: bySkill };
    const ofCategory = category === null ? [] : await findNewest(db, reader, category);
    if (ofCategory.length > 0) return { suited_by: 'category', suggested: ofCategory };
    return { suited_by: 'newest', suggested: await findNewest(db, reader, null) };
  };

  return async (userId, { project_id }) => {
    const { suited_by, suggested } = await find(
      {
        id: userId,
        activeSince: activeSinceAt(clock.nowMs()),
        now: clock.now(),
        refusedSince: new Date(clock.nowMs() - requestServerLimits.askAgainAfterMs),
        excludedId: project_id ?? 0,
        max: projectServerLimits.suitedProjects,
      },
      project_id ?? null,
    );
    if (suggested.length === 0) return [];
    const rows = new Map(
      (
        await findProjects(
          db,
          suggested.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const hours = await findSharedHours(db, userId, { ids: [...rows.keys()], nowMs: clock.nowMs() });
    return suggested.flatMap(({ id, covers }) => {
      const [row, about_hours] = [rows.get(id), hours.get(id)];
      return row ? [{ ...presentProject(row), covers, suited_by, ...(about_hours && { about_hours }) }] : [];
    });
  };
}
