import type { Transfer, TransferChange } from '@sangam/shared/projects/transfers';
import type { BlockHooks } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { createEndPending } from '../end-after-block.js';
import type { ActDeps } from '../hooks.js';
import { deleteTransfer, findTransfer, listTransfersBetween, listTransfersOf, type TransferRow } from './queries.js';

type End = Exclude<TransferChange['status'], 'pending'>;

/** A transfer, as both sides see it. */
export const presentTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  user_id: row.user_id,
  user_name: row.user_name,
  created_at: row.created_at.toISOString(),
});

/** Each side has one notification for each transfer. */
const keyOf = (id: number): string => `offer:${id}`;

export const aboutTransfer = (transfer: TransferRow) => ({
  ...{ key: keyOf(transfer.id), title: transfer.project_title },
  ...{ project_id: transfer.project_id, subject_id: transfer.id },
});

/** Ends a transfer and shows both sides. Returns the changes to notifications. */
export async function endTransfer(
  trx: Trx,
  publish: Publish,
  transfer: TransferRow,
  status: End,
): Promise<NotificationUpdate> {
  await deleteTransfer(trx, transfer.id);
  publish('offer:changed', { offer: presentTransfer(transfer), status });
  if (status === 'taken_back') return { added: [toRecipient('offer:taken_back', transfer)] };
  // The recipient has nothing left to answer.
  const dropped = [{ user_id: transfer.user_id, key: keyOf(transfer.id) }];
  return { dropped, added: status === 'declined' ? [declined(transfer)] : [] };
}

/** Ends the project's transfer to a member whose seat is about to be freed, if there is one. Returns the changes to notifications. */
export async function endTransferTo(
  trx: Trx,
  publish: Publish,
  { projectId, userId }: { projectId: number; userId: number },
): Promise<NotificationUpdate> {
  const transfer = await findTransfer(trx, projectId);
  return transfer?.user_id === userId ? endTransfer(trx, publish, transfer, 'ended') : {};
}

/** Ends pending transfers without notifying anybody. */
export const createEndTransfers = (deps: ActDeps) =>
  createEndPending<TransferRow>(deps, {
    listBetween: listTransfersBetween,
    listOf: listTransfersOf,
    async end({ trx, publish, project }, { id }) {
      const transfer = await findTransfer(trx, project.id);
      return transfer?.id === id ? endTransfer(trx, publish, transfer, 'ended') : {};
    },
  });

/** Ends pending transfers between two members once one blocks the other. */
export const createProjectBlockHooks = (deps: ActDeps): BlockHooks => ({
  afterBlock: ({ userId, otherId }) => createEndTransfers(deps).between(userId, otherId),
});

/** Notifies the recipient that the project is offered to them, or no longer. */
export const toRecipient = (kind: 'offer:received' | 'offer:taken_back', transfer: TransferRow): NewNotification => ({
  ...{ ...aboutTransfer(transfer), user_id: transfer.user_id, kind, actor_id: transfer.creator_id },
});

/** Notifies the creator that the recipient declined. */
const declined = (transfer: TransferRow): NewNotification => ({
  ...{ ...aboutTransfer(transfer), user_id: transfer.creator_id, kind: 'offer:declined', actor_id: transfer.user_id },
});
