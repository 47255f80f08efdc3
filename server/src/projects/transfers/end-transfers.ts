import type { Transfer, TransferChange } from '@sangam/shared/projects/transfers';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { createEndPending } from '../end-pending.js';

import { endListing, setSeeksCreator, setState } from '../projects/queries.js';
import { publishUpdate } from '../projects/service.js';
import { listTeam, type ProjectChange } from '../teams/teams.js';
import {
  deleteTransfer,
  findTransfer,
  findTransferTo,
  listTransfersBetween,
  listTransfersOf,
  type TransferRow,
} from './queries.js';

type End = Exclude<TransferChange['status'], 'pending'>;

/** Returns a transfer as both sides see it. */
export const presentTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  user_id: row.user_id,
  user_name: row.user_name,
  created_at: row.created_at.toISOString(),
  ...(row.answer_by === null ? {} : { answer_by: row.answer_by.toISOString() }),
});

/** Each side has one notification for all transfers of a project to one member. */
const keyOf = ({ project_id, user_id }: TransferRow): string => `transfer:${project_id}:${user_id}`;

export const aboutTransfer = (transfer: TransferRow) => ({
  key: keyOf(transfer),
  title: transfer.project_title,
  project_id: transfer.project_id,
  subject_id: transfer.id,
});

/** The key that servers of the previous version use. */
const formerKeyOf = ({ id }: TransferRow): string => `offer:${id}`;

/** Ends a transfer and publishes that to both sides. Returns the changes to notifications. */
export async function endTransfer(
  trx: Trx,
  publish: Publish,
  transfer: TransferRow,
  status: End,
): Promise<NotificationUpdate> {
  await deleteTransfer(trx, transfer.id);
  publish('offer:changed', { offer: presentTransfer(transfer), status });
  // The recipient has nothing left to answer.
  const dropped = [keyOf(transfer), formerKeyOf(transfer)].map((key) => ({ user_id: transfer.user_id, key }));
  if (status !== 'declined' || transfer.answer_by !== null) return { dropped, added: [] };
  // Replaces an earlier notification of the same event.
  const replaced = { user_id: transfer.creator_id, key: keyOf(transfer) };
  return { dropped: [...dropped, replaced], added: [declined(transfer)] };
}

/** Ends a transfer that its recipient gives up. If the creator has left and this was the last offer, the project closes. */
export async function giveUpTransfer(
  change: ProjectChange,
  transfer: TransferRow,
  status: 'declined' | 'ended',
  leavingId?: number,
): Promise<NotificationUpdate> {
  const { trx, publish, project } = change;
  const ended = await endTransfer(trx, publish, transfer, status);
  if (project.seeks_creator_until === null || (await findTransfer(trx, project.id))) return ended;
  return { ...ended, added: [...(ended.added ?? []), ...(await closeUnclaimed(change, leavingId))] };
}

/**
 * Closes a project that nobody accepts after its creator deleted their account; lists no longer show it. Returns the notifications of its
 * team, without `leavingId`, a member who is about to give up their seat.
 */
export async function closeUnclaimed(
  { trx, project, at }: Pick<ProjectChange, 'trx' | 'project' | 'at'>,
  leavingId?: number,
): Promise<NewNotification[]> {
  const { id, title, creator_id } = project;
  await setState(trx, id, 'closed', at);
  await setSeeksCreator(trx, id, null);
  await endListing(trx, id);
  const team = (await listTeam(trx, id)).filter((each) => each.id !== creator_id && each.id !== leavingId);
  await recordActivities(
    trx,
    team.map((each) => activity('project:unclaimed', each.id, { project_id: id })),
  );
  return team.map((each) => ({
    user_id: each.id,
    kind: 'project:left' as const,
    key: `left:${id}`,
    title,
    actor_id: creator_id,
    project_id: id,
    subject_id: null,
  }));
}

/** Ends the project's transfer to a member whose seat is about to be freed, if there is one. Returns the changes to notifications. */
export async function endTransferTo(change: ProjectChange, userId: number): Promise<NotificationUpdate> {
  const transfer = await findTransferTo(change.trx, change.project.id, userId);
  return transfer ? giveUpTransfer(change, transfer, 'ended', userId) : {};
}

/** Ends pending transfers without notifying anybody. */
export const createEndTransfers = (deps: ActDeps) =>
  createEndPending<TransferRow>(deps, {
    listBetween: listTransfersBetween,
    listOf: listTransfersOf,
    async end(change, { id, user_id }) {
      const { trx, publish, project } = change;
      const transfer = await findTransferTo(trx, project.id, user_id);
      if (transfer?.id !== id) return {};
      const update = await giveUpTransfer(change, transfer, 'ended');
      if (project.seeks_creator_until !== null) await publishUpdate(trx, publish, project.id);
      return update;
    },
  });

/** Notifies the recipient that the project is offered to them, or no longer. */
export const toRecipient = (
  kind: 'offer:received' | 'offer:leaving' | 'offer:taken_back',
  transfer: TransferRow,
): NewNotification => ({ ...aboutTransfer(transfer), user_id: transfer.user_id, kind, actor_id: transfer.creator_id });

/** Notifies the creator that the recipient declined. */
const declined = (transfer: TransferRow): NewNotification => ({
  ...aboutTransfer(transfer),
  user_id: transfer.creator_id,
  kind: 'offer:declined',
  actor_id: transfer.user_id,
});
