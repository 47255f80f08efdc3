import { requestServerLimits } from '@sangam/shared/requests/limits';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import { ok } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { lockProject, type ProjectChange } from '../../projects/projects.js';
import { CHECKS_AT_ONCE, nextCheckAt } from '../kinds/deadline.js';
import { toRequester } from '../kinds/notifications.js';
import { deliverQueued, invitations } from './kind.js';
import { presentReceived, stageOf } from './present.js';
import * as queries from './queries.js';
import * as queue from './queue.queries.js';

/**
 * Delivers an invitation, if the member has a free place and no other invitation is queued before it. Requires `lockReceiver`. Only the
 * invited member can notice this. Returns the new notifications.
 */
export async function deliverNext(
  change: ProjectChange,
  { id, memberId }: { id: number; memberId: number },
): Promise<NewNotification[]> {
  const { trx, at } = change;
  const { delivered } = await queue.countOpenInvitations(trx, memberId, at);
  const next = await queue.findQueued(trx, memberId, at);
  if (next?.id !== id || delivered >= requestServerLimits.invitationsPendingMax) return [];
  return deliver(change, { id, memberId });
}

async function deliver(
  { trx, publish, project, at }: ProjectChange,
  { id, memberId }: { id: number; memberId: number },
): Promise<NewNotification[]> {
  const deadline = { answer_from: at, answer_by: untilAfter(at, requestServerLimits.invitationMs) };
  if (!(await queue.deliver(trx, id, { at, by: deadline.answer_by }))) return [];
  await invitations.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(deadline) }]);
  const row = await queries.getInvitation(trx, id);
  await recordActivities(trx, [
    activity('invitation:received', memberId, { project_id: project.id, member_id: row.creator_id }),
  ]);
  publish('invitation:changed', { sent: null, received: presentReceived(row) });
  const sender = { ...project, creator_id: row.creator_id };
  return [toRequester('invitation', 'invitation:received', sender, { id, requester_id: memberId })];
}

/**
 * Delivers the member's queued invitation to a project before its turn, since they came to the project themselves and can answer it there.
 */
export const deliverOfProject = ({ db, bus, clock }: ActDeps, memberId: number, projectId: number) =>
  transact(db, bus, async (trx, publish) => {
    const project = await lockProject(trx, projectId);
    if (!project) return ok(null);
    await queue.lockReceiver(trx, memberId);
    const change = { trx, publish, project, at: clock.now() };
    const found = await queries.findPendingOf(trx, project.id, memberId);
    if (!found || stageOf(found, change.at) !== 'queued') return ok(null);
    const added = await deliver(change, { id: found.id, memberId });
    await updateNotifications(trx, publish, { added }, change.at);
    return ok(null);
  });

/** Delivers the invitations queued for a member, each in its own transaction, which locks its project. */
export function deliverQueuedHandler({ db, bus, clock }: ActDeps): JobHandler {
  const deliverOne = async (memberId: number): Promise<boolean> => {
    const next = await queue.findQueued(db, memberId, clock.now());
    if (!next) return false;
    const delivered = await transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, next.project_id);
      // Deleting a project ends its invitations.
      if (!project) return ok(false);
      await queue.lockReceiver(trx, memberId);
      const change = { trx, publish, project, at: clock.now() };
      const added = await deliverNext(change, { id: next.id, memberId });
      await updateNotifications(trx, publish, { added }, change.at);
      return ok(added.length > 0);
    });
    if (!delivered.ok) throw new Error(`an invitation could not be delivered: ${delivered.error.code}`);
    if (delivered.value) return true;
    // A concurrent action has ended the invitation; continue if another one is next.
    const after = await queue.findQueued(db, memberId, clock.now());
    return after !== undefined && after.id !== next.id;
  };
  return jobHandler(
    deliverQueued,
    async ({ member_id }) => {
      while (await deliverOne(member_id));
    },
    { atOnce: CHECKS_AT_ONCE },
  );
}
