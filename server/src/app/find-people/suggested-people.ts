import type { DismissalBody, SuggestedPeople, SuggestedPeopleQuery } from '@sangam/shared/app/find-people';
import { fitWeek } from '@sangam/shared/people/fit-order';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findFitReader } from '../../projects/projects/fitting.queries.js';
import type { Filter } from './candidates.queries.js';
import { type FitCriteria, rank } from './fitting.js';
import { presentFits } from './present.js';
import * as queries from './suggested-people.queries.js';

export interface SuggestedPeopleService {
  /**
   * Returns listed members who fit one of the creator's projects (R19.7). PROJECT_NOT_FOUND for another member's project; nobody for a
   * project that takes no more members.
   */
  people(readerId: number, query: SuggestedPeopleQuery): Promise<Result<SuggestedPeople>>;
  /** Stores that a member or a project must not be suggested to this member again; the oldest of too many are forgotten. */
  dismiss(userId: number, dismissal: DismissalBody): Promise<void>;
}

const { suggestedPeople } = peopleServerLimits;
/** The number of projects to try, newest first. */
const PROJECTS_MAX = 3;
/** Some of the best accept no messages from strangers; of this many, enough remain. */
const CANDIDATES_MAX = 10 * suggestedPeople;
const nobody: SuggestedPeople = { project: null, members: [] };

export function createSuggestedPeople({
  db,
  clock,
  colleges,
}: {
  db: Db;
  clock: Clock;
  colleges: ReadonlyMap<string, string>;
}): SuggestedPeopleService {
  async function findForProject(readerId: number, projectId: number, criteria: FitCriteria) {
    const extraConditions = [queries.mayBeSuggested(readerId, projectId)];
    const filter: Filter = { readerId, skills: [], role: '', college: '', freeFrom: null, extraConditions };
    const candidates = (await rank(db, filter, criteria)).slice(0, CANDIDATES_MAX);
    if (candidates.length === 0) return [];
    const welcoming = await queries.findWelcoming(
      db,
      candidates.map(({ rank }) => rank.id),
    );
    return candidates.filter(({ rank }) => welcoming.has(rank.id)).slice(0, suggestedPeople);
  }

  return {
    async people(readerId, { project_id: projectId }) {
      const [project, ...olderProjects] = await queries.findSeeking(db, readerId, { projectId, max: PROJECTS_MAX });
      if (!project)
        return projectId !== undefined && !(await queries.isCreatorOf(db, readerId, projectId))
          ? fail('PROJECT_NOT_FOUND')
          : ok(nobody);
      const nowMs = clock.nowMs();
      const [reader, hours] = await Promise.all([findFitReader(db, readerId), readSharedHours(db, readerId, nowMs)]);
      for (const each of [project, ...olderProjects]) {
        const criteria = { required: each.needed, reader, hours, week: fitWeek(nowMs), isForProject: true };
        const fits = await findForProject(readerId, each.id, criteria);
        if (fits.length === 0) continue;
        const members = await presentFits(db, fits, { colleges, isForProject: true });
        return ok({ project: { id: each.id, title: each.title }, members });
      }
      return ok(nobody);
    },
    dismiss: (userId, dismissal) => queries.dismiss(db, userId, dismissal, peopleServerLimits.dismissalsMax),
  };
}
