import { Id, Strict } from '@sangam/shared/core/schemas';
import { Type } from 'typebox';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import { addJobs, findUnderWay, jobKind } from '../jobs/jobs.js';
import { type Changed, findShown, findSubscribed } from './web-push.queries.js';

/** A member's topic has changed: their devices show its current state (notices/web-push). */
export const webPushJob = jobKind('push', Strict({ user_id: Id, topic: Type.String() }));

const keyOf = ({ user_id, topic }: Changed) => `${user_id} ${topic}`;

/** Has these members' devices show the current state at `dueAt`. Members without a subscription cost nothing. */
export async function addWebPushes(
  trx: Trx,
  publish: Publish,
  changed: readonly Changed[],
  dueAt: Date,
): Promise<void> {
  const userIds = new Set(await findSubscribed(trx, [...new Set(changed.map(({ user_id }) => user_id))]));
  const jobs = changed
    .filter(({ user_id }) => userIds.has(user_id))
    .map((payload) => ({ payload, key: keyOf(payload), due_at: dueAt }));
  await addJobs(trx, publish, webPushJob, jobs);
}

/**
 * Does the same at once, for topics that were read or withdrawn: where a device shows them, or is about to. Running jobs are
 * checked first, since they record what they have shown when they end.
 */
export async function addWebPushesOfRead(
  trx: Trx,
  publish: Publish,
  changed: readonly Changed[],
  at: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const underWay = await findUnderWay(trx, webPushJob, changed.map(keyOf));
  const shown = new Set((await findShown(trx, changed)).map(keyOf));
  const stale = changed.filter((one) => underWay.has(keyOf(one)) || shown.has(keyOf(one)));
  await addWebPushes(trx, publish, stale, at);
}
