import { Id, Strict } from '@sangam/shared/core/schemas';
import { refusalOf } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { findDeletion, lockUser } from '../../people/people.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs, endEach, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { type NotificationChanges, updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { ProjectHooks } from '../hooks.js';
import { setSeeksCreator } from '../projects/queries.js';
import { publishUpdate } from '../projects/service.js';
import type { ProjectChange } from '../teams/teams.js';
import { lockProject } from '../teams/teams.js';
import { closeUnclaimed, endTransfer, presentTransfer, toRecipient } from './end-transfers.js';
import {
  findSeekingCreator,
  insertTransfer,
  listFinishedInTransfer,
  listSeekingCreator,
  listSuccessors,
  listToPassOn,
  listTransfersFor,
} from './queries.js';
import type { TransfersService } from './service.js';

/** Closes the project if nobody in its team has accepted it in time. The key is the project's id. */
const successionEnd = jobKind('project:succession-end', Strict({ project_id: Id }));

/** The number of projects that one server checks at the same time. */
const AT_ONCE = 4;

/** Passes on the projects of a creator who deletes their account: a member of the team accepts the project, or it closes. */
export interface Succession {
  /** Withdraws transfers of the creator's finished projects, and starts the succession of the others. Fails while the server is busy. */
  start(creator: Member): Promise<void>;
  /**
   * Keeps the projects of a creator who restored their account, except those that another member has accepted. Fails while the server is
   * busy.
   */
  cancel(creatorId: number): Promise<void>;
}

export function createSuccession(
  deps: ActDeps & { hooks: Pick<ProjectHooks, 'endPending'>; transfers: Pick<TransfersService, 'takeBack'> },
): Succession {
  const { db, bus, clock, hooks, transfers } = deps;

  /** Offers the project to every member of its team. Returns their notifications. */
  const offerToTeam = async (change: ProjectChange): Promise<NewNotification[]> => {
    const { trx, publish, project, at } = change;
    const successors = await listSuccessors(trx, project.id);
    if (successors.length === 0) return closeUnclaimed(change);
    const seeksUntil = untilAfter(at, projectServerLimits.seeksCreatorForMs);
    await setSeeksCreator(trx, project.id, seeksUntil);
    const added: NewNotification[] = [];
    for (const user_id of successors) {
      const row = await insertTransfer(trx, { project_id: project.id, user_id, created_at: at });
      publish('offer:changed', { offer: presentTransfer(row), status: 'pending' });
      added.push(toRecipient('offer:leaving', row));
    }
    const job = { payload: { project_id: project.id }, key: String(project.id), due_at: seeksUntil };
    await addJobs(trx, publish, successionEnd, [job]);
    return added;
  };

  /**
   * Ends everything pending in the project, and offers it to all other members of its team, or closes it if there are none. Does nothing if
   * the creator has restored the account in the meantime, or if the project is finished.
   */
  const startForProject = (creatorId: number, projectId: number): Promise<Result<null>> =>
    transact(db, bus, async (trx, publish) => {
      // Locks the creator's row first, like every change to sign-in, since they may be restoring the account.
      await lockUser(trx, creatorId);
      const found = await findDeletion(trx, creatorId);
      const project = await lockProject(trx, projectId);
      if (!found?.deleted_at || project?.creator_id !== creatorId || project.seeks_creator_until) return ok(null);
      if (refusalOf('seek_creator', 'account', project.state) !== null) return ok(null);
      const at = clock.now();
      const change = { trx, publish, project, at };
      const offers = await endOffers(change, 'ended');
      const { added, dropped } = await hooks.endPending(change, 'unavailable');
      const toTeam = await offerToTeam(change);
      const update = { added: [...added, ...toTeam], dropped: [...dropped, ...offers.dropped] };
      await updateNotifications(trx, publish, update, at);
      await publishUpdate(trx, publish, projectId);
      return ok(null);
    });

  return {
    async start(creator) {
      await endEach(await listFinishedInTransfer(db, creator.id), (id) => transfers.takeBack(creator, id));
      await endEach(await listToPassOn(db, creator.id), (id) => startForProject(creator.id, id));
    },

    cancel: async (creatorId) => endEach(await listSeekingCreator(db, creatorId), (id) => settle(deps, id)),
  };
}

/** Ends all offers of the project. Returns the changes to notifications. */
async function endOffers(
  { trx, publish, project }: ProjectChange,
  status: 'taken_back' | 'ended',
): Promise<NotificationChanges> {
  const dropped: NotificationChanges['dropped'][number][] = [];
  const added: NewNotification[] = [];
  for (const transfer of await listTransfersFor(trx, project.id)) {
    dropped.push(...((await endTransfer(trx, publish, transfer, status)).dropped ?? []));
    if (status === 'taken_back') added.push(toRecipient('offer:taken_back', transfer));
  }
  return { added, dropped };
}

/**
 * Keeps the project for a creator who has restored the account in time, or closes it once the deadline has passed. Running late doesn't
 * change the outcome.
 */
const settle = ({ db, bus, clock }: ActDeps, projectId: number): Promise<Result<null>> =>
  transact(db, bus, async (trx, publish) => {
    const creatorId = await findSeekingCreator(trx, projectId);
    if (creatorId === null) return ok(null);
    await lockUser(trx, creatorId);
    const project = await lockProject(trx, projectId);
    if (!project?.seeks_creator_until || project.creator_id !== creatorId) return ok(null);
    const at = clock.now();
    const change = { trx, publish, project, at };
    const deletion = await findDeletion(trx, creatorId);
    const isRestored = deletion?.deleted_at === null;
    if (isRestored && !isOver(project.seeks_creator_until, deletion.came_back_at ?? 0)) {
      await setSeeksCreator(trx, projectId, null);
      const { added, dropped } = await endOffers(change, 'taken_back');
      await updateNotifications(trx, publish, { added, dropped }, at);
      await publishUpdate(trx, publish, projectId);
      return ok(null);
    }
    if (!isRestored && !isOver(project.seeks_creator_until, at)) {
      // This job belonged to an earlier deletion.
      const job = { payload: { project_id: projectId }, key: String(projectId), due_at: project.seeks_creator_until };
      await addJobs(trx, publish, successionEnd, [job]);
      return ok(null);
    }
    const { dropped } = await endOffers(change, 'ended');
    await updateNotifications(trx, publish, { added: await closeUnclaimed(change), dropped }, at);
    await publishUpdate(trx, publish, projectId);
    return ok(null);
  });

export const successionEndHandler = (deps: ActDeps): JobHandler =>
  jobHandler(successionEnd, async ({ project_id }) => void (await settle(deps, project_id)), { atOnce: AT_ONCE });
