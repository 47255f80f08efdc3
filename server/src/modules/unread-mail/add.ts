import { Id, Strict } from '@sangam/shared/contract/common';
import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import { defaultChoices, findChoices, soonestMailAt } from '../choices/choices.js';
import { addJobs, findDue, jobKind } from '../jobs/jobs.js';

/** It is to be looked what a member has not read, and to be mailed if it is time (handler.ts). */
export const unreadMail = jobKind('mail:unread', Strict({ user_id: Id }));

const keyOf = (userId: number) => String(userId);

/** Has it looked at once, or at that time. */
export const addUnreadMail = (trx: Trx, publish: Publish, user_id: number, due_at: Date): Promise<void> =>
  addJobs(trx, publish, unreadMail, [{ payload: { user_id }, key: keyOf(user_id), due_at }]);

/**
 * Has it looked when what came at `at` may be old enough to be mailed. A job that waits already looks at what came
 * meanwhile, so that a conversation costs one, however long it is.
 */
export async function addUnreadMails(trx: Trx, publish: Publish, userIds: readonly number[], at: Date): Promise<void> {
  const choices = await findChoices(trx, userIds);
  const waiting = await findDue(trx, unreadMail, userIds.map(keyOf));
  const jobs = userIds.flatMap((user_id) => {
    const chosen = choices.get(user_id) ?? defaultChoices;
    const due_at = soonestMailAt(chosen, at);
    const key = keyOf(user_id);
    const waits = waiting.get(key);
    if (due_at === null || (waits !== undefined && waits <= due_at)) return [];
    return [{ payload: { user_id }, key, due_at }];
  });
  await addJobs(trx, publish, unreadMail, jobs);
}
