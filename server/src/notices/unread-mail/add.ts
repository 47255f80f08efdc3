import { Id, Strict } from '@sangam/shared/core/schemas';
import { soonestMailAt } from '@sangam/shared/notices/delivery';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs, findDue } from '../../platform/jobs/add.js';
import { jobKind } from '../../platform/jobs/kinds.js';
import { defaultChoices, findChoices } from '../choices/queries.js';

/** It is to be looked what a member has not read, and to be mailed if it is time (handler.ts). */
export const unreadMail = jobKind('mail:unread', Strict({ user_id: Id }));

const keyOf = (userId: number) => String(userId);

/** Has it looked at once, or at that time. */
export const addUnreadMail = (trx: Trx, publish: Publish, user_id: number, due_at: Date): Promise<void> =>
  addJobs(trx, publish, unreadMail, [{ payload: { user_id }, key: keyOf(user_id), due_at }]);

/** Which kind of news came to whom: where it was several, one that ends soon if there is one. */
export type CameTo = ReadonlyMap<number, string>;

/**
 * Has it looked when what came at `at` may be old enough to be mailed. A job that waits already looks at what came
 * meanwhile, so that a conversation costs one, however long it is.
 */
export async function addUnreadMails(trx: Trx, publish: Publish, came: CameTo, at: Date): Promise<void> {
  const userIds = [...came.keys()];
  const choices = await findChoices(trx, userIds);
  const waiting = await findDue(trx, unreadMail, userIds.map(keyOf));
  const jobs = [...came].flatMap(([user_id, kind]) => {
    const chosen = choices.get(user_id) ?? defaultChoices;
    const due_at = soonestMailAt(chosen, { kind, at });
    const key = keyOf(user_id);
    const waits = waiting.get(key);
    if (due_at === null || (waits !== undefined && waits <= due_at)) return [];
    return [{ payload: { user_id }, key, due_at }];
  });
  await addJobs(trx, publish, unreadMail, jobs);
}
