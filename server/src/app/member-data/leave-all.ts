import { leaveAll } from '../../people/account/deletion.js';
import { findDeletion } from '../../people/profile/queries.js';
import type { Db } from '../../platform/db/database.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/kinds.js';
import type { Member } from '../../platform/lib/member.js';
import type { Result } from '../../platform/lib/result.js';
import type { ProjectLifeService } from '../../projects/lifecycle/service.js';
import type { TransfersService } from '../../projects/transfers/service.js';
import type { InterestsService } from '../../requests/interests/service.js';
import type { JoinRequestsService } from '../../requests/join-requests/service.js';
import * as queries from './leave-all.queries.js';

/**
 * Ends what a member has begun who asked to be deleted, each thing as they would end it themself and in a transaction of its own:
 * two that hold several projects could wait for each other. What has ended before or meanwhile stays as it is.
 */
export const leaveAllHandler = (deps: {
  db: Db;
  joinRequests: JoinRequestsService;
  interests: InterestsService;
  projectLife: ProjectLifeService;
  transfers: TransfersService;
}): JobHandler => {
  const { db, joinRequests, interests, projectLife, transfers } = deps;

  const each = async (ids: number[], end: (id: number) => Promise<Result<unknown>>) => {
    for (const id of ids) {
      const ended = await end(id);
      // It is done again: nothing of what is left is lost.
      if (!ended.ok && ended.error.code === 'BUSY') throw new Error('the server is busy');
    }
  };

  return jobHandler(
    leaveAll,
    async ({ user_id }) => {
      const found = await findDeletion(db, user_id);
      if (!found?.deleted_at) return;
      const member: Member = { id: user_id, name: found.name, sessionId: '' };
      await each(await queries.pendingRequests(db, user_id), (id) => joinRequests.withdraw(member, id));
      await each(await queries.pendingInterests(db, user_id), (id) => interests.end(member, id));
      await each(await queries.otherTeams(db, user_id), (id) => joinRequests.leave(member, id));
      await each(await queries.projectsInTransfer(db, user_id), (id) => transfers.takeBack(member, id));
      await each(await queries.openProjects(db, user_id), (id) => projectLife.closeForLeaver(member, id));
    },
    { atOnce: 1 },
  );
};
