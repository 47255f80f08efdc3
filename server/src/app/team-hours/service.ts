import type { TeamHours } from '@sangam/shared/app/team-hours';
import { dayMs } from '@sangam/shared/core/limits';
import { QUARTER_MS } from '@sangam/shared/people/hours/week';
import { hasHours, toWindow } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { bestTimes, readQuarters, sharedCounts } from './best-times.js';
import { findTeamHours } from './queries.js';

/**
 * Returns the hours that a team shares (R3.10), to its members. PROJECT_NOT_FOUND for everybody else, as for a project that doesn't exist.
 */
export type ReadTeamHours = (readerId: number, projectId: number) => Promise<Result<TeamHours>>;

const AHEAD_MS = 7 * dayMs;

export const createReadTeamHours =
  ({ db, clock }: { db: Db; clock: Clock }): ReadTeamHours =>
  async (readerId, projectId) => {
    const rows = await findTeamHours(db, projectId, readerId, clock.now());
    if (rows.length === 0) return fail('PROJECT_NOT_FOUND');
    const entered = rows.flatMap(({ id, week }) => (hasHours(week) ? [{ id, ...week }] : []));
    const fromMs = Math.floor(clock.nowMs() / QUARTER_MS) * QUARTER_MS;
    const untilMs = fromMs + AHEAD_MS;
    // A day more on both sides, so that times across the edges are whole, and the same at each visit.
    const best = bestTimes(readQuarters(entered, fromMs - dayMs, untilMs + dayMs), {
      beginsFromMs: clock.nowMs(),
      beginsBeforeMs: untilMs,
    });
    return ok({
      members: rows.map(({ id, name, week }) => ({ id, name, has_hours: hasHours(week) })),
      times: sharedCounts(readQuarters(entered, fromMs, untilMs)).map(({ free, ...time }) => ({
        ...toWindow(time),
        free,
      })),
      best: best.map(({ members, ...time }) => ({
        ...toWindow(time),
        members: members.flatMap((memberIndex) => entered[memberIndex]?.id ?? []),
      })),
    });
  };
