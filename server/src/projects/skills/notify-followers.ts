import { dayMs } from '@sangam/shared/core/limits';
import { Strict } from '@sangam/shared/core/schemas';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';

import * as queries from './queries.js';

/** Notifies the followers of skills about new projects. One job handles all followers, in pages. */
const notifyFollowers = jobKind('skills:tell', Strict({}));
const FOLLOWERS_PAGE = 200;

const addNotifyFollowers = (trx: Trx, publish: Publish, due_at: Date): Promise<void> =>
  addJobs(trx, publish, notifyFollowers, [{ payload: {}, key: 'all', due_at }]);

/** Schedules the notification of a new project's followers, together with other projects that are created soon after it. */
export const addNewProject = (trx: Trx, publish: Publish, now: Date): Promise<void> =>
  addNotifyFollowers(trx, publish, new Date(now.getTime() + projectServerLimits.newProjectsGatheredMs));

/**
 * Notifies each follower at most once a day, in one notification for all new projects that need a skill they follow. Projects posted within
 * that day wait for a later run.
 */
export function notifyFollowersHandler(deps: ActDeps): JobHandler {
  const { db, bus, clock } = deps;
  const notify = (found: readonly queries.NewProjects[], now: Date, notifiedBefore: Date) =>
    transact(db, bus, async (trx, publish) => {
      const notified = await queries.setNotified(trx, found, { now, notifiedBefore });
      const added = found
        .filter(({ user_id }) => notified.has(user_id))
        .map(({ user_id, last_id, ...projects }) => ({
          user_id,
          kind: 'projects:new' as const,
          key: `projects:${last_id}`,
          title: titleOf(projects),
          project_id: null,
          subject_id: null,
          actor_id: null,
          link: linkTo(projects.skills),
        }));
      await updateNotifications(trx, publish, { added }, now);
      return ok(null);
    });
  return jobHandler(
    notifyFollowers,
    async () => {
      const now = clock.now();
      const notifiedBefore = new Date(now.getTime() - dayMs);
      let page: number[];
      let after = 0;
      do {
        page = await queries.findFollowersToNotify(db, { notifiedBefore, after, max: FOLLOWERS_PAGE });
        after = page.at(-1) ?? after;
        const found = await queries.findNewProjects(db, page);
        if (found.length > 0) await notify(found, now, notifiedBefore);
      } while (page.length === FOLLOWERS_PAGE);
      const firstWaiting = await queries.findFirstWaiting(db);
      if (firstWaiting === null) return;
      const due = new Date(firstWaiting.getTime() + dayMs);
      await transact(db, bus, async (trx, publish) => ok(await addNotifyFollowers(trx, publish, due)));
    },
    { atOnce: 1 },
  );
}

/** The most skills to name; with more, the last are "other skills". */
const SKILLS_NAMED = 3;

/** "2 new projects that need React or SQL". */
export function titleOf({ count, skills }: Pick<queries.NewProjects, 'count' | 'skills'>): string {
  const namedSkills = skills.length > SKILLS_NAMED ? [...skills.slice(0, SKILLS_NAMED - 1), 'other skills'] : skills;
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(namedSkills);
  return `${count.toLocaleString('en-IN')} new ${count === 1 ? 'project that needs' : 'projects that need'} ${list}`;
}

/** The list of projects, filtered by these skills. */
const linkTo = (skills: readonly string[]): string => `/projects?${new URLSearchParams({ skill: skills.join(',') })}`;
