import { dayMs } from '@sangam/shared/core/limits';
import { Strict } from '@sangam/shared/core/schemas';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/add.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import * as queries from './queries.js';
import { linkTo, wordsOf } from './words.js';

/** Followers of skills are to be told of new projects. One for all: it goes through them in pages. */
const tellFollowers = jobKind('skills:tell', Strict({}));
const FOLLOWERS_PAGE = 200;

const addTelling = (trx: Trx, publish: Publish, due_at: Date): Promise<void> =>
  addJobs(trx, publish, tellFollowers, [{ payload: {}, key: 'all', due_at }]);

/** Has the followers of its skills told of a project that was just created, together with what comes soon after it. */
export const addNewProject = (trx: Trx, publish: Publish, now: Date): Promise<void> =>
  addTelling(trx, publish, new Date(now.getTime() + projectServerLimits.newProjectsGatheredMs));

/**
 * Tells each follower of new projects that need a skill which they follow: all of them in one notification, once a day at most.
 * What they may not be told yet is told by another run, when they may.
 */
export function tellFollowersHandler(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler {
  const { db, bus, clock } = deps;
  const tell = (news: readonly queries.NewProjects[], now: Date, toldBefore: Date) =>
    transact(db, bus, async (trx, publish) => {
      const told = await queries.setTold(trx, news, { now, toldBefore });
      const added = news
        .filter(({ user_id }) => told.has(user_id))
        .map(({ user_id, last_id, ...found }) => ({
          ...{ user_id, kind: 'projects:new' as const, key: `projects:${last_id}`, title: wordsOf(found) },
          ...{ project_id: null, subject_id: null, actor_id: null, link: linkTo(found.skills) },
        }));
      await updateNotifications(trx, publish, { added }, now);
      return ok(null);
    });
  return jobHandler(
    tellFollowers,
    async () => {
      const now = new Date(clock.nowMs());
      const toldBefore = new Date(now.getTime() - dayMs);
      let page: number[];
      let after = 0;
      do {
        page = await queries.findAllowed(db, { toldBefore, after, max: FOLLOWERS_PAGE });
        after = page.at(-1) ?? after;
        const news = await queries.findNewProjects(db, page);
        if (news.length > 0) await tell(news, now, toldBefore);
      } while (page.length === FOLLOWERS_PAGE);
      const waiting = await queries.findFirstWaiting(db);
      if (waiting === null) return;
      const due = new Date(waiting.getTime() + dayMs);
      await transact(db, bus, async (trx, publish) => ok(await addTelling(trx, publish, due)));
    },
    { atOnce: 1 },
  );
}
